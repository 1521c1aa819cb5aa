//! Memory is counted where it is given out, because the counters of libFuzzer need a sanitizer.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static TAKEN: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// Runs a decoder and fails if it held more than so many bytes at any time.
pub fn within<T>(bytes: usize, decode: impl FnOnce() -> T) -> T {
    let before = TAKEN.load(Relaxed);
    MOST.store(before, Relaxed);
    let decoded = decode();
    let most = MOST.load(Relaxed).saturating_sub(before);
    assert!(most <= bytes, "took {most} bytes, {bytes} were allowed");
    decoded
}

fn take(bytes: usize) {
    let taken = TAKEN.fetch_add(bytes, Relaxed) + bytes;
    MOST.fetch_max(taken, Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came; only numbers are kept.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

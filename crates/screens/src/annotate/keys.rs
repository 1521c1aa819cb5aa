//! Every key of the annotation screen: the table behind both the help and the hints.

pub struct Group {
    pub title: &'static str,
    pub keys: &'static [(&'static str, &'static str)],
}

pub const GROUPS: [Group; 5] = [
    Group {
        title: "Steps",
        keys: &[
            ("j / Down", "next step"),
            ("k / Up", "previous step"),
            ("PgDn / PgUp", "five steps on or back"),
            ("Home / End", "first or last step"),
            ("Space", "unfold or fold the step's details"),
            ("Ctrl+Shift+E / g", "jump to a step (also Ctrl+E)"),
        ],
    },
    Group {
        title: "Writing",
        keys: &[
            ("e / Enter", "write why the step was taken"),
            ("Esc", "back to the steps, text is kept"),
            ("Ctrl+N", "save, mark complete, next open step"),
            ("Ctrl+N twice", "on an empty text: skip the step"),
            ("Ctrl+S", "save without going on"),
            ("u", "back to the saved text (in the steps)"),
        ],
    },
    Group {
        title: "Text",
        keys: &[
            ("Ctrl+Z / Ctrl+Y", "undo, redo"),
            ("Ctrl+A", "select all (Shift+arrows select)"),
            ("Ctrl+C / Ctrl+X", "copy, cut what is selected"),
            ("Ctrl+V", "paste over what is selected"),
            ("mouse drag", "select and copy"),
        ],
    },
    Group {
        title: "Picture",
        keys: &[
            ("+ / -", "closer, farther"),
            ("f", "fit the pane"),
            ("arrows", "move about a zoomed picture"),
            ("[ / ]", "the moment before, the moment after"),
            ("o", "open it outside the terminal"),
        ],
    },
    Group {
        title: "Screen",
        keys: &[
            ("Tab", "between steps and text"),
            ("Shift+Tab", "round all three panes"),
            ("Left / Right", "between the buttons of a question"),
            ("? / F1", "this help"),
            ("Ctrl+Q", "quit; asks if something is unsaved"),
        ],
    },
];

/// For somebody who has never seen this before.
pub const THE_JOB: [&str; 6] = [
    "Somebody, or some agent, worked at a desktop, and each command was recorded as a step with \
     a picture of the screen. Your job is to write down why each step was taken.",
    "1. Look at the picture. A red mark shows where the mouse was.",
    "2. Press e and write a sentence or two: what was seen, what was intended, how one would \
     know that it worked. The command itself need not be repeated.",
    "3. Press Ctrl+N: it is saved, and the next open step comes up.",
    "A step that needs no explanation is skipped by pressing Ctrl+N twice.",
    "What you type is saved as a draft every few seconds. You can leave at any time with Ctrl+Q \
     and go on later. When every step is done, the reasoning becomes a document.",
];

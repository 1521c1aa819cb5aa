use super::*;

/// Weights and inputs without a pattern, between minus one and one.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let number = |n: u32| (n.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 23) as f32 - 1.0;
    (0..count as u32).map(|n| number(n + seed * 7919)).collect()
}

fn linear(inputs: usize, outputs: usize, precision: Precision) -> (Linear, Vec<f32>) {
    let weights = numbers(inputs * outputs, 1);
    let mut linear = Linear::empty(inputs, outputs, precision);
    for (output, row) in weights.chunks(inputs).enumerate() {
        linear.set(output, row, output as f32 / 8.0);
    }
    (linear, weights)
}

fn farthest(inputs: usize, outputs: usize, rows: usize, precision: Precision) -> f32 {
    let (linear, weights) = linear(inputs, outputs, precision);
    let x = numbers(inputs * rows, 2);
    let mut y = vec![9.0; 5];
    linear.run(&x, &mut y);
    assert_eq!(y.len(), rows * outputs);
    let mut most = 0f32;
    for (x, y) in x.chunks(inputs).zip(y.chunks(outputs)) {
        for (output, (y, row)) in y.iter().zip(weights.chunks(inputs)).enumerate() {
            let sum: f32 = x.iter().zip(row).map(|(x, w)| x * w).sum();
            most = most.max((y - sum - output as f32 / 8.0).abs());
        }
    }
    most
}

#[test]
fn outputs_are_weighted_sums_whatever_the_shape() {
    for (inputs, outputs) in [(1, 1), (3, 5), (32, 96), (33, 31), (70, 40), (384, 64)] {
        for rows in [0, 1, 3, 4, 5, 8, 9, 17] {
            let exact = farthest(inputs, outputs, rows, Precision::Exact);
            assert!(exact < 1e-4, "{inputs} {outputs} {rows}: {exact}");
            // Half a step of rounding on either side, over that many inputs.
            let bytes = farthest(inputs, outputs, rows, Precision::Int8);
            let bound = 0.02 * (inputs as f32).sqrt();
            assert!(bytes < bound, "{inputs} {outputs} {rows}: {bytes}");
        }
    }
}

#[test]
fn rows_of_zeros_give_the_bias() {
    for precision in [Precision::Exact, Precision::Int8] {
        let (linear, _) = linear(12, 40, precision);
        let mut y = Vec::new();
        linear.run(&[0.0; 12], &mut y);
        let bias: Vec<f32> = (0..40).map(|n| n as f32 / 8.0).collect();
        assert_eq!(y, bias, "{precision:?}");
        let mut zero = Linear::empty(12, 1, precision);
        zero.set(0, &[0.0; 12], 0.5);
        zero.run(&[3.0; 12], &mut y);
        assert_eq!(y, [0.5], "{precision:?}");
    }
}

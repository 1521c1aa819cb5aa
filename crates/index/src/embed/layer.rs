//! One layer of a BERT: attention, then two layers of weights, each added to what came in.

use super::Error;
use super::attention::Attention;
use super::config::Config;
use super::dot::dispatch;
use super::linear::{Linear, Precision};
use super::math::Gelu;
use super::norm::Norm;
use super::tensors::Tensors;

pub struct Layer {
    qkv: Linear,
    mix: Linear,
    mix_norm: Norm,
    up: Linear,
    down: Linear,
    down_norm: Norm,
    heads: usize,
    head_size: usize,
}

/// Room for intermediate outcomes, used again from layer to layer.
#[derive(Default)]
pub struct Scratch {
    wide: Vec<f32>,
    context: Vec<f32>,
    out: Vec<f32>,
}

impl Layer {
    pub fn load(
        tensors: &Tensors,
        number: usize,
        config: &Config,
        precision: Precision,
    ) -> Result<Self, Error> {
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let linear = |part: &str, inputs, outputs| {
            Linear::load(tensors, &[name(part)], inputs, outputs, precision)
        };
        let norm = |part: &str| Norm::load(tensors, &name(part), config.hidden, config.epsilon);
        let qkv = ["query", "key", "value"].map(|part| name(&format!("attention.self.{part}")));
        let (hidden, middle) = (config.hidden, config.intermediate);
        Ok(Self {
            qkv: Linear::load(tensors, &qkv, hidden, hidden, precision)?,
            mix: linear("attention.output.dense", hidden, hidden)?,
            mix_norm: norm("attention.output.LayerNorm")?,
            up: linear("intermediate.dense", hidden, middle)?,
            down: linear("output.dense", middle, hidden)?,
            down_norm: norm("output.LayerNorm")?,
            heads: config.heads,
            head_size: config.head_size(),
        })
    }

    /// Works on the rows of several texts at once; `lengths` tells how many each has.
    pub fn run(&self, x: &mut [f32], lengths: &[usize], scratch: &mut Scratch) {
        self.qkv.run(x, &mut scratch.wide);
        scratch.context.resize(x.len(), 0.0);
        self.attend(&scratch.wide, &mut scratch.context, lengths);
        self.mix.run(&scratch.context, &mut scratch.out);
        self.mix_norm.add_run(x, &scratch.out);
        self.up.run(x, &mut scratch.wide);
        dispatch(Gelu(&mut scratch.wide));
        self.down.run(&scratch.wide, &mut scratch.out);
        self.down_norm.add_run(x, &scratch.out);
    }

    fn attend(&self, mut qkv: &[f32], mut out: &mut [f32], lengths: &[usize]) {
        let hidden = self.heads * self.head_size;
        for rows in lengths {
            let (text, later) = qkv.split_at(rows * 3 * hidden);
            let (text_out, later_out) = out.split_at_mut(rows * hidden);
            let attention = Attention {
                qkv: text,
                out: text_out,
                rows: *rows,
                heads: self.heads,
                size: self.head_size,
            };
            attention.run();
            (qkv, out) = (later, later_out);
        }
    }
}

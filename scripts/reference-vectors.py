"""Makes crates/index/src/embed/reference.json anew: texts, the pieces they are cut into and their
vectors, worked out with the published tokeniser and plain NumPy, so that our own encoder is held
against another.

Needs: pip install numpy safetensors tokenizers
Usage: python3 scripts/reference-vectors.py MODEL_DIR crates/index/src/embed/reference.json
"""
import json, math, sys
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LIMIT = 256
folder, out = sys.argv[1], sys.argv[2]
W = {k: v.astype(np.float64) for k, v in load_file(f"{folder}/model.safetensors").items() if v.dtype == np.float32}
tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(LIMIT)
erf = np.vectorize(math.erf)

def norm(x, p):
    m, v = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - m) / np.sqrt(v + 1e-12) * W[p + ".weight"] + W[p + ".bias"]

def linear(x, p):
    return x @ W[p + ".weight"].T + W[p + ".bias"]

def encode(text):
    ids = tokenizer.encode(text).ids
    n = len(ids)
    x = W["embeddings.word_embeddings.weight"][ids] + W["embeddings.position_embeddings.weight"][:n]
    x = norm(x + W["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(6):
        p = f"encoder.layer.{layer}."
        q, k, v = [linear(x, p + "attention.self." + a).reshape(n, 12, 32).transpose(1, 0, 2) for a in ("query", "key", "value")]
        a = q @ k.transpose(0, 2, 1) / math.sqrt(32)
        a = np.exp(a - a.max(-1, keepdims=True))
        a /= a.sum(-1, keepdims=True)
        o = (a @ v).transpose(1, 0, 2).reshape(n, 384)
        x = norm(linear(o, p + "attention.output.dense") + x, p + "attention.output.LayerNorm")
        h = linear(x, p + "intermediate.dense")
        h = h * 0.5 * (1 + erf(h / math.sqrt(2)))
        x = norm(linear(h, p + "output.dense") + x, p + "output.LayerNorm")
    y = x.mean(0)
    return ids, y / np.linalg.norm(y)

PARAGRAPH = ("The journal keeps every event in the order of its arrival; nothing is changed afterwards. "
             "Whoever asks at 14:05 on 2024-03-31 receives what was known then, naïve or not. ")
TEXTS = [
    "This is an example sentence",
    "When did Caroline go to the LGBTQ support group in town?",
    "",
    "a",
    "東京は日本の首都です。 北京 — 서울에서 만나요 豈",
    "Ångström naïve café Größe İstanbul ǅ e\u0301te\u0301 Việt Nam Ελλάς ﬁne ½",
    "fn read_exact_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> { self.inner.foo_bar::<Baz>()? }",
    "deploy done 🎉🚀 👩‍👩‍👧 thanks 🇩🇪 ❤️ ok",
    "“Quoted”… ‘single’—dash–en; «guillemets» ¿qué? ¡no! (a/b) [c] {d} #e @f $5 5€ 10% ~x^2 `y` |z|",
    "ctrl\u0000chars\u0007 here\u200b zero\u00adwidth\ufeff tab\tnew\r\nline\u00a0nbsp\u3000wide \u0085 \u000b\u000c \ufffd end",
    "unbelievably antidisestablishmentarianism 12345 3.14159 E0425 src/main.rs:42 https://example.com/a?b=c&d=1 " + "x" * 101 + " " + "y" * 100,
    PARAGRAPH * 12,
]

rows = []
for text in TEXTS:
    ids, vector = encode(text)
    row = dict(text=text, count=len(ids), vector=[round(float(v), 6) for v in vector])
    if len(ids) < LIMIT:
        row["ids"] = ids
    rows.append(row)
    print(len(ids), [round(float(v), 4) for v in vector[:4]], repr(text[:30]))
with open(out, "w") as f:
    json.dump(rows, f, ensure_ascii=True, separators=(",", ":"))

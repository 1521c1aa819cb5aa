#!/usr/bin/env python3
"""Writes the seeds: a few small inputs for each target, so that it begins where decoding does.

    fuzz/seeds.py            # into fuzz/seeds, a directory a target

Standard library only. What needs a compressor of its own (zstd) is packed by its target.
"""

import hashlib
import io
import json
import pathlib
import shutil
import struct
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE / "seeds"
LINE = b"\n---\n"


def seed(target, *inputs):
    folder = ROOT / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, given in enumerate(inputs):
        data = given.encode() if isinstance(given, str) else given
        (folder / f"{number:02}").write_bytes(data)


def texts():
    seed("moment", "2023-05-08T13:56:00Z", "2023-05-08", " 2024-02-29T23:59:60.000000001+02:00 ",
         "9999-12-30T22:00:00.999Z", "1970-01-01T00:00:00-00:01", "20230508T135600Z")
    seed("cursor", "7.500000.BCgB", "1048576.0.", "1700000000000.42", "9223372036854775807.1000000.____H")
    seed("addresses", "127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32", "::ffff:10.0.0.1/104", "0.0.0.0/0")
    seed("credential", "mk_0123456789abcdef", "open sesame", "localhost:8000", "[::1]:80",
         "127.0.0.1", "LocalHost", "evil.example:127.0.0.1")
    seed("digits", "Zm9vYmFy", "-_-_", "000aff", b"\x00\xff\x10")
    seed("arguments", "24h", "90s", "ERROR: a\nERROR: gone\n", "Traceback\nOSError: no room\n")
    seed("path", "/v1/inspect/a%2Fb", "/v1/%252e%252e%252f", "/v1/..%5cx", "/v1/%FF", "//")
    seed("key_file", "17" * 32 + "\n", "zz", "AB" * 32, "17" * 31)
    seed("text", "Caroline's café: src/main.rs:42, RUST_LOG=debug v1.2.3", "東京都 서울에서 हिन्दी", "word " * 60)
    now = struct.pack(">Q", 1_700_000_000_000)
    seed("question", *[now + said.encode() for said in (
        "What did Caroline say two weeks before 8 May 2023?", "last summer", "a couple of months ago",
        "in March", "2023-05", "the past three months", "latest on E0425", "last Friday, 31st of February 2023",
        "this weekend", "winter of 2099")])
    seed("token", b'{"alg":"HS256","typ":"JWT"}' + LINE + json.dumps({
        "sub": "a", "role": "admin", "namespace": "default", "exp": 4_000_000_000, "iat": 1,
        "iss": "memoryoss", "aud": "memoryoss", "key": "k"}).encode(),
        b'{"alg":"none"}' + LINE + b"{}", "eyJhbGciOiJIUzI1NiJ9.e30.AAAA")


def lines():
    seed("control", '{"op":"stats"}\n{"op":"recall","args":{"query":"x"}}\n',
         '{"progress":[1,2]}\n{"ok":null}\n', '{"fault":{"error":"e","code":"internal"}}\n')
    seed("http_reply", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 404 x\r\n\r\n",
         "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
    event = {"session": "s", "text": "hi", "role": "user", "occurred_at": "2023-05-08", "metadata": {"a": 1.5}}
    seed("import", json.dumps(event), json.dumps({"content": "a fact", "tags": ["t"]}),
         "\ufeff" + json.dumps({**event, "id": "7"}) + "\n\n{}\n")
    memory = {"id": "1", "content": "a fact", "status": "stale", "superseded_by": "2", "version": 2}
    seed("import_whole", json.dumps({"memories": [memory, {**memory, "id": "2", "status": "active"}], "events": []}),
         "\ufeff" + json.dumps({"memories": [memory, {**memory, "id": "2", "superseded_by": "1"}]}),
         json.dumps({"memories": [], "events": [{"id": "e", "content": "hi", "created_at": "2023-05-08"}]}))
    seed("notebook_export", json.dumps({"sessions": [{"id": "s", "startedAt": "2026-01-01T00:00:00Z"}], "observations": {
        "s": [{"id": "obs_1", "hookType": "post_tool_use", "toolName": "Edit", "toolInput": {"path": "a.rs"}, "raw": {"n": 1}}]},
        "memories": [{"id": "mem_1", "content": "a fact", "parentId": None}], "lessons": [{"content": "Always lint"}]}),
         json.dumps({"observations": {"s": [{"raw": [1, "x"], "type": "thought"}]}}), json.dumps({"memories": 1}))
    said = {"type": "user", "sessionId": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/w"}
    seed("transcript", "\n".join(json.dumps(line) for line in (
        {**said, "message": {"content": "Always run the linter first."}},
        {**said, "type": "assistant", "message": {"content": [{"type": "text", "text": "ok"}, {"type": "tool_use", "name": "Bash", "input": {}}]}},
        {**said, "message": {"content": [{"type": "tool_result", "is_error": True, "content": "no"}]}})),
         "\n".join(json.dumps(line) for line in (
        {"type": "USER_INPUT", "content": "[/w] -> [o/r] <USER_REQUEST>why?</USER_REQUEST>"},
        {"type": "PLANNER_RESPONSE", "content": "so"})) + "\nnonsense")
    seed("data_set", json.dumps([{
        "sample_id": "c", "qa": [{"question": "q?", "category": 1, "evidence": ["D1:1; D:1:2"]}],
        "conversation": {"session_1_date_time": "1:56 pm on 8 May, 2023",
                         "session_1": [{"speaker": "A", "dia_id": "D1:1", "text": "hi", "blip_caption": "x"}]}}]),
         "12:09 am on 13 September, 2023", "D8:6; D9:17")
    seed("receipt", "\x10\x41one\ntwo", json.dumps({
        "deleted": 1, "signature": "00", "proof": "00", "public_key": "00", "certificate": {
            "type": "deletion_certificate", "version": 1, "namespace": "n", "deleted_count": 1, "deleted_ids": ["a"],
            "merkle_root": "00", "leaf_hashes": ["00"], "deleted_at": "", "deleted_by": ""}}))


REQUESTS = [
    {"content": "a fact", "tags": ["t"], "agent": "a", "memory_type": "semantic", "metadata": {"x": [1, 2.5, None]}},
    {"memories": [{"content": "x"}], "imported": True},
    {"query": "what?", "limit": 3, "kinds": ["memory"], "from": "2023-05-08", "budget": 64, "explain": True,
     "weights": {"vector": 0.5}, "cursor": "7.500000.B"},
    {"queries": [{"query": "a"}, {"query": "b", "as_of": "2024-01-01"}]},
    {"id": "1", "content": "new", "tags": []},
    {"namespace": "default", "limit": 2, "cursor": "3"},
    {"id": "1"},
    {"events": [{"session": "s", "text": "t", "nth": 1}], "namespace": "n"},
    {"session": "s", "from": "2023-01-01", "to": "2024-01-01", "cursor": "1.2"},
    {"ids": ["a"], "tags": ["t"], "before": "2024-01-01", "dry_run": True},
    {"id": "a", "all": False, "now": True},
    {},
    {"namespace": "n", "events": True},
]


# By their place in the catalogue's routes: feedback, pin, review_action, share_create, share_grant, consolidate, history_replay.
ROUTES = {
    15: {"id": "a", "action": "supersede", "superseded_by": "b"},
    16: {"id": "toc:year:2026", "pinned": False},
    20: {"review_key": "a", "action": "confirm"},
    33: {"name": "space", "webhook_url": "https://example.org/hook"},
    36: {"grantee_namespace": "n", "permission": "read", "tag_filter": ["t"], "expires_at": "2099-01-01"},
    40: {"threshold": 0.5, "max_clusters": 3, "dry_run": True},
    43: {"dry_run": True, "bundle": {"bundle_version": "memoryoss.history.v1alpha1", "memories": []}},
}


# The calls of the notebook, and one for its tools.
CALLS = 71
# Every field a call of the notebook may read, and a message for its tools.
NOTED = {
    "sessionId": "s", "project": "/p", "cwd": "/p", "hookType": "post_tool_use", "timestamp": "2026-01-01T00:00:00Z",
    "data": {"tool_name": "Edit", "tool_input": {"file_path": "a.rs"}, "tool_output": "done"}, "text": "t", "content": "c",
    "type": "fact", "concepts": ["c"], "files": ["a.rs"], "memoryId": "m", "newContent": "n", "query": "c", "limit": 3,
    "lessonId": "l", "label": "persona", "scope": "global", "title": "t", "priority": 1, "status": "pending", "tags": ["t"],
    "sourceId": "a", "targetId": "b", "sha": "0123456789", "message": "m", "anchor": "c", "before": 1, "after": 1,
    "observationIds": ["o"], "budget": 500, "terms": ["c"], "minConfidence": 0.1, "dryRun": True, "strategy": "merge",
}
TOOLED = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recall", "arguments": {"query": "c"}}}


def requests():
    seed("notebook", *[bytes([n]) + LINE + b"sessionId=s&project=/p&limit=3&label=persona&sha=0123456789" + LINE + json.dumps(NOTED).encode()
                       for n in range(CALLS)],
         *[bytes([CALLS - 1]) + LINE + b"tools=all" + LINE + json.dumps(told).encode() for told in (TOOLED, [TOOLED, TOOLED])])
    seed("shapes", *[bytes([n]) + json.dumps(shape).encode() for n, shape in enumerate(REQUESTS)])
    seed("rest", *[bytes([n]) + b"/?limit=3&namespace=n" + LINE + b"application/json" + LINE + json.dumps(shape).encode()
                   for n, shape in enumerate(REQUESTS[:10])])
    routes = ["POST /v1/store", "POST /v1/store/batch", "POST /v1/recall", "POST /v1/recall/batch", "PATCH /v1/update",
              "GET /v1/memories?limit=2", "GET /v1/inspect/a", "POST /v1/events", "GET /v1/events?session=s",
              "DELETE /v1/forget", "DELETE /v1/forget/certified", "GET /health", "GET /v1/export?events=true"]
    # In the order of the catalogue: store, store_batch, recall, and so on.
    seed("routes", *[bytes([n]) + b"a" + LINE + b"limit=3&namespace=default" + LINE + json.dumps(shape).encode()
                     for n, shape in enumerate(REQUESTS)],
         *[bytes([n]) + b"a" + LINE + LINE + json.dumps(shape).encode() for n, shape in ROUTES.items()])
    seed("door", *[route.encode() + LINE + json.dumps(shape).encode() for route, shape in zip(routes, REQUESTS)],
         b"POST /v1/admin/tokens" + LINE + b'{"role":"reader","expires_in_secs":60}',
         b"GET /health\nauthorization: Bearer no\norigin: null\nhost: localhost\nx-request-id: 7",
         b"POST /v1/auth/token" + LINE + b'{"api_key":"mk_0123456789abcdef"}')


def timeline():
    event = {"hook_event_name": "PostToolUse", "session_id": "s", "timestamp": "2023-05-08T13:56:00.25+02:00",
             "tool_input": {"a": [1, -2.5e3, None]}, "cwd": "/x", "agent": "Claude"}
    seed("hook", json.dumps(event), '{"hook_event_name":"Stop","session_id":"\\ud83d\\ude00\\ud800","message":"a\nb"} more')
    frame = lambda kind, flags, payload: struct.pack(">I", len(payload))[1:] + bytes([kind, flags, 0, 0, 0, 1]) + payload
    seed("hook_answer", frame(4, 0, bytes(6)) + frame(1, 5, b"\x88\x40\x0bgrpc-status\x013"),
         frame(0, 8, b"\x01" + bytes(6)), frame(1, 0x2d, b"\x01" + bytes(5) + b"\x88\x9a\xca\xc8\xb2\x12\x34\xda\x8f\x82\x65\xff\x00"),
         '{"fault":{"code":"bad_name","error":"e"}}')
    seed("hook_words", "http://[::1]:50051", "localhost:8", "Box_a.lan:9/x", "2023-05-08T13:56:00.25+02:00",
         "9999-12-30T22:00:00.999Z", "2024-02-29 23:59:60z")
    now = struct.pack(">Q", 1_700_000_000_000)
    seed("cron", *[now + text.encode() for text in (
        "0 3 * * *\n---\nEurope/Vienna", "*/5 0-59/7 2,3 29 feb ?\n---\nAmerica/New_York", "0 0 0 31 2 *",
        "30 2 * * sun-7\n---\nAustralia/Lord_Howe", "0 0 1 1 mon")])
    seed("names", "toc:year:2026", "toc:month:2026:01", "toc:week:2026-W53", "toc:day:2024-02-29",
         "toc:segment:2024-02-29:01KG5XTZ00AAAAAAAAAAAAAAAA", "grip:1700000000000:01KG5XTZ00AAAAAAAAAAAAAAAA",
         "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
    line = json.dumps({"id": "1", "session": "s", "text": "t", "role": "user"})
    seed("spool", line + "\n" + line + "\n\nnonsense\n", "{}", line)
    call = json.dumps({"call": "observe", "body": {"id": "2", "sessionId": "s", "agentId": "x"}})
    seed("aside", *[names + b"\n---\n" + f"{line}\n{call}\n{line[:30]}\n".encode()
                    for names in (b"1\n---\n\n---\n", b"\n---\ns\n---\nx", b"2\n---\nt\n---\n", b"\n---\n\n---\n")])
    text = lambda tag, said: bytes([tag << 3 | 2, len(said)]) + said
    told = text(1, text(1, b"e1") + text(2, b"s") + b"\x18\x80\xd0\x95\xff\xbc\x31\x20\x02\x28\x01" + text(6, b"hello"))
    calls = [("IngestEvent", told), ("GetTocRoot", b""), ("GetNode", text(1, b"toc:year:2023")),
             ("BrowseToc", text(1, b"toc:year:2023") + b"\x10\x05"), ("GetEvents", b"\x18\x0a"),
             ("ExpandGrip", text(1, b"grip:01KG5XTZ00AAAAAAAAAAAAAAAA")), ("GetSchedulerStatus", b""),
             ("PauseJob", text(1, b"toc"))]
    said = json.dumps({"title": "A day", "summary": "s", "bullets": ["one", "two"], "keywords": ["k"]})
    seed("chat_reply", json.dumps({"choices": [{"message": {"content": said}}]}),
         json.dumps({"content": [{"type": "text", "text": "Sure!\n```json\n" + said + "\n```\n"}]}), "```JSON\n" + said)
    number = lambda tag, n: bytes([tag << 3, n])
    word, node, span = text(1, b"deploy"), text(1, b"toc:year:2023"), text(4, b"\x08\x01\x10\x80\xd0\x95\xff\xbc\x31")
    stop = text(3, number(1, 2) + number(2, 3) + number(3, 1) + number(4, 9) + number(5, 1) + number(6, 1) + b"\x3d\0\0\0\x3f")
    searches = [node + text(2, b"deploy") + text(3, b"\x01\x02\x03\x04") + number(4, 5) + number(5, 9),
                text(2, b"deploy") + number(3, 1) + number(5, 2), word + number(2, 1) + number(3, 3) + text(4, b"Claude"),
                word + number(2, 3) + b"\x1d\0\0\0\x3f" + span + number(5, 3),
                word + number(3, 3) + b"\x25\0\0\0\x3f\x2d\0\0\x80\x7f" + number(7, 2), word + number(2, 3),
                text(1, b"topic:deploy") + number(3, 2), number(1, 3) + number(2, 7), text(1, b"what did we do last week?") + number(2, 9),
                word + number(2, 2) + stop + number(4, 3) + number(5, 4), number(2, 0) + number(3, 127) + text(4, b"week"),
                word + number(2, 2) + b"\x1d\0\0\0\x3f"]
    seed("searches", *[bytes([n]) + message for n, message in enumerate(searches)])
    seed("timeline", *[name.encode() + LINE + message for name, message in calls])


def archive():
    seed("ipc", '{"type":"ping","request_id":"a"}\n\n{"type":"done","session_id":"s","force":true}\n',
         '{"type":"register_session","mode":"manual","os_type":"LINUX","os_version":"","os_architecture":"",'
         '"os_environment_id":"","capture_server_id":"","actuation_server_id":"","memory_name":"m","session_config":'
         '{"model_provider":"p","model_endpoint":"https://m","model_api_key_ref":"env:K"}}\n',
         '{"type":"error","code":"PARSE_ERROR","message":"m","request_id":"b"}\n',
         '{"type":"file_written","session_id":"s","relative_path":"metadata.json","abs_path":"/m"}\n')
    click = {"raw_command": "Left-clicked at X=30, Y=3", "action_type": "mouse", "action_subtype": "left", "success": True,
             "mouse_x": 30, "mouse_y": 3, "position_captured": True, "os_type": "LINUX"}
    table = "# Raw Input\n\n| Step | Timestamp | Command |\n|------|-----------|----------|\n|    1 | t | a \\| b |\n"
    record = {"session_id": "s", "memory_name": "m", "total_steps": 1, "steps": [{"step_id": 1, "timestamp": "t"}]}
    files = [json.dumps(record), table, json.dumps([click]), json.dumps({"step_id": 1, "os": "LINUX", "command": "30 3 left"}),
             json.dumps({"step_id": 1, "reasoning": "r", "source": "human"})]
    seed("archive_files", LINE.join(part.encode() for part in files), LINE * 4)
    said = ["Left-clicked at X=30, Y=3", "Typed: a | b", "Pressed: ctrl+shift+t", "Dragged from X=1, Y=2 to X=3, Y=4",
            "Executed: Scrolled down 3 at X=1, Y=1", "Position: X=-1, Y=99999999999"]
    kinds = [("mouse", "left"), ("keyboard", "type"), ("keyboard", "press"), ("mouse", "drag"), ("mouse", "scroll"),
             ("position", "position")]
    seed("describe", *[json.dumps({**click, "action_type": kind, "action_subtype": verb}).encode() + LINE + text.encode()
                       for (kind, verb), text in zip(kinds, said)])


def disk():
    body = json.dumps({"text": "hi", "role": "user", "tags": ["t"], "metadata": {"n": 0.1}, "version": 2,
                       "forgotten": {"seqs": [1], "fingerprints": ["ff"]}}).encode()
    seed("body", b"\x01\x00" + body, b"\x01\x02" + body, b"\x00\x00{}", b"\x02\x00{}", b"\x01\x01\x28\xb5\x2f\xfd")
    seed("envelope", b"\x01" + struct.pack("<I", 1) + bytes(12 + 20), b"", b"plain")
    seed("vectors", struct.pack("<QQ", 2, 3) + struct.pack("<qq", 4, 5) + bytes(range(12)),
         struct.pack("<QQ", 0, 1 << 63), struct.pack("<QQ", 1 << 61, 4) + bytes(8))
    seed("settings", '[doors]\nhttp = "127.0.0.1:1"\nmetrics = "off"\n[limits]\nmax_tags = 3\n',
         '[auth]\njwt_expiry_secs = 60\nip_allowlists = { a = ["10.0.0.0/8", "::1"] }\n',
         'compat = "memoryoss"\ndata_dir = "d"\n[tls]\nenabled = true\nauto_generate = true\n',
         '[embeddings]\nmodel = "off"\nprecision = "f32"\n[recall]\nranking = "mneme"\n[logging]\nformat = "json"\n')
    turns = [{"role": "system", "content": "be brief"}, {"role": "user", "content": [{"type": "text", "text": "where?"}]},
             {"role": "assistant", "content": None, "tool_calls": []}, {"role": "user", "content": "why\n```\nx\n```"}]
    seed("proxy", json.dumps({"model": "m", "messages": turns, "stream": True}),
         json.dumps({"model": "m", "input": turns, "instructions": "i", "tools": [{"type": "function", "name": "f"}]}),
         json.dumps({"model": "m", "input": "where?"}, indent=1),
         json.dumps({"model": "m", "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}], "messages": turns[1:]}),
         json.dumps({"id": "c", "choices": [{"message": {"content": "said", "tool_calls": [{"id": "t", "function": {"name": "f", "arguments": "{}"}}]}}]}),
         'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n',
         'event: x\ndata: {"type":"response.output_text.delta","delta":"a"}\n\ndata: {"type":"response.completed"}\n\n',
         'data: {"delta":{"text":"a"}}\r\n\r\ndata: {"type":"message_stop"}\r\n\r\n',
         'Sure: [{"content": "The door is blue.", "tags": ["x"]}]')
    seed("agent_toml", 'model = "x"\n\n[mcp_servers.other]\ncommand = "y" # kept\n', '[mcp_servers.mneme]\ncommand = "old"\nargs = ["mcp"]\n',
         'mcp_servers = { mneme = { command = "x" } }\n', '[mcp_servers.mneme.env]\nA = "b"\n[[list]]\nn = """\n[mcp_servers.mneme]\n"""\n')
    seed("agent_memory", "MEMORY_GRPC_PORT=50061" + LINE.decode() + 'grpc_port = 50051\ngrpc_host = "127.0.0.1"\ndb_path = "d"\n',
         "MEMORY_PROJECTS_REGISTERED=/a, /b" + LINE.decode() + '[summarizer]\nprovider = "anthropic"\napi_key = "k"\n[dedup]\nthreshold = 0.9\n',
         "MEMORY_DEDUP_THRESHOLD=2" + LINE.decode() + '[toc.segmentation]\ntoken_threshold = 4000\n[scheduler.jobs]\ntoc = "0 3 * * *"\n')
    example = (HERE.parent / "memoryoss.toml.example").read_bytes()
    seed("memoryoss", b"\x00" + example, b"\x01" + example.replace(b"REPLACE_ME", b"put_in_own"))


def backups():
    said = b"tables"
    listed = {"path": "data/mneme.db", "bytes": len(said), "sha256": hashlib.sha256(said).hexdigest()}
    meta = json.dumps({"version": "0", "created_at": "", "data_dir": "", "key_included": False, "format": 1,
                       "files": [listed]}).encode()
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name, data in (("backup-meta.json", meta), ("data/mneme.db", said)):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    whole = out.getvalue()[:4096]
    seed("backup", b"\x01" + whole, b"\x020data/a one\n0data/b/c two\n", b"\x020data/../x up\n5data/d \n2data/l x\n",
         b"\x02Lx data/long\n0data/y z\n", b"\x00\x28\xb5\x2f\xfd")
    seed("backup_meta", meta, b'{"format":2}', json.dumps({**json.loads(meta), "files": []}))


def tiny(hidden=2, middle=2, pieces=6, positions=4, layers=1):
    """Names and shapes of a BERT, as small as one can be."""
    shapes = {"embeddings.word_embeddings.weight": [pieces, hidden],
              "embeddings.position_embeddings.weight": [positions, hidden],
              "embeddings.token_type_embeddings.weight": [2, hidden]}
    norms, linears = ["embeddings.LayerNorm"], []
    for layer in range(layers):
        name = f"encoder.layer.{layer}."
        linears += [(name + f"attention.self.{part}", hidden, hidden) for part in ("query", "key", "value")]
        linears += [(name + "attention.output.dense", hidden, hidden),
                    (name + "intermediate.dense", middle, hidden), (name + "output.dense", hidden, middle)]
        norms += [name + "attention.output.LayerNorm", name + "output.LayerNorm"]
    for name, outputs, inputs in linears:
        shapes |= {name + ".weight": [outputs, inputs], name + ".bias": [outputs]}
    for name in norms:
        shapes |= {name + ".weight": [hidden], name + ".bias": [hidden]}
    return shapes


def safetensors(shapes, dtype="F32", width=4):
    header, at = {}, 0
    for name, shape in shapes.items():
        size = width
        for side in shape:
            size *= side
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    numbers = b"".join(struct.pack("<f", 0.1 * (n % 7) - 0.25) for n in range(at // 4 + 1))
    return struct.pack("<Q", len(text)) + text + numbers[:at]


def models():
    config = json.dumps({"model_type": "bert", "hidden_act": "gelu", "hidden_size": 2, "num_hidden_layers": 1,
                         "num_attention_heads": 1, "intermediate_size": 2, "vocab_size": 6,
                         "max_position_embeddings": 4}).encode()
    pieces = b"[UNK]\n[CLS]\n[SEP]\na\nhello\n##o"
    seed("safetensors", safetensors({"a": [2, 2], "bert.b": [3]}), safetensors({"h": [4]}, "BF16", 2),
         struct.pack("<Q", 1 << 40) + b"{}", safetensors({"a": [0]}))
    seed("model_config", config + LINE + b'{"pooling_mode_mean_tokens":true}' + LINE + b'{"max_seq_length":256}',
         config + LINE + b"{}" + LINE + b"{}")
    vocab = {"[UNK]": 0, "[CLS]": 7, "[SEP]": 9, "a": 3, "##b": 4}
    seed("vocabulary", b"\x00hello a ab!" + LINE + b'{"do_lower_case":false}' + LINE + pieces,
         b"\x01a ab" + LINE + b"{}" + LINE + json.dumps({"model": {"type": "WordPiece", "vocab": vocab}}).encode())
    seed("model", b"\x00" + config + LINE + pieces + LINE + safetensors(tiny()),
         b"\x01" + config + LINE + pieces + LINE + safetensors(tiny()))


CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBcDCCARWgAwIBAgIUcvD/BTICXYE6b2SU4DRWM28lD9gwCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBeDAgFw0yNjExMTYwNDU2NTdaGA8yMTI2MTAyMzA0NTY1N1ow
DDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMcJltGoprvA
IQCw3EQc+eHS6/aGHIBSkMfINHXmtFW68ozoHsOCQx7lA5G01k9LmauXa4UIn9js
nhBIwBMKBmejUzBRMB0GA1UdDgQWBBRb0j53VB9eyUvP47Xi8tQ1oZRhMTAfBgNV
HSMEGDAWgBRb0j53VB9eyUvP47Xi8tQ1oZRhMTAPBgNVHRMBAf8EBTADAQH/MAoG
CCqGSM49BAMCA0kAMEYCIQCRrIk8mUbD6Lmyyo1LHbaEGQ/JI3KHnZSnbOMthKI0
3gIhAPRVxtPu/+reBlKbl/0HdnUtbQab6fFWpA4ZGp8yY8sq
-----END CERTIFICATE-----
"""


def certificates():
    """No private key stands here: an empty part is one the target made for itself."""
    seed("certificates", LINE + LINE, LINE + LINE + CERTIFICATE.encode(), LINE + CERTIFICATE.encode() + LINE,
         b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n" + LINE + LINE)


if __name__ == "__main__":
    shutil.rmtree(ROOT, ignore_errors=True)
    for write in (texts, lines, requests, timeline, archive, disk, backups, models, certificates):
        write()

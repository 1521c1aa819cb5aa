"""The official kit of Anthropic before the proxy: kit_anthropic.py BASE-URL. Prints what came, as JSON."""
import json
import sys

import anthropic

client = anthropic.Anthropic(base_url=sys.argv[1], api_key="sk-ant-of-the-kit", max_retries=0)
told = {}
asked = {
    "model": "claude-sonnet-4-6",
    "max_tokens": 256,
    "system": "Be brief.",
    "messages": [{"role": "user", "content": "Where is billing deployed?"}],
}
tool = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
tools = [{"name": "weather", "description": "The weather.", "input_schema": tool}]

whole = client.messages.create(**asked)
told["messages"] = whole.content[0].text
assert whole.stop_reason == "end_turn" and whole.usage.output_tokens > 0
with client.messages.stream(**asked) as stream:
    told["messages_stream"] = "".join(stream.text_stream)
    assert stream.get_final_message().stop_reason == "end_turn"
kinds = [event.type for event in client.messages.create(**asked, stream=True)]
assert kinds[0] == "message_start" and kinds[-1] == "message_stop", kinds
called = client.messages.create(**asked, tools=tools)
told["tool"] = called.content[0].input
with client.messages.stream(**asked, tools=tools) as stream:
    told["tool_stream"] = stream.get_final_message().content[0].input
try:
    client.messages.create(**asked)
except anthropic.RateLimitError as error:
    told["refused"] = [error.status_code, error.response.headers["retry-after"]]
try:
    client.messages.create(**asked)
except anthropic.APIStatusError as error:
    told["overloaded"] = [error.status_code, error.body["error"]["type"]]
print(json.dumps(told))

"""The official kit of OpenAI before the proxy: kit_openai.py BASE-URL. Prints what came, as JSON."""
import json
import sys

import openai

client = openai.OpenAI(base_url=sys.argv[1], api_key="sk-of-the-kit", max_retries=0)
told = {}
asked = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Where is billing deployed?"}]
tool = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
nested = [{"type": "function", "function": {"name": "weather", "parameters": tool}}]
flat = [{"type": "function", "name": "weather", "parameters": tool, "strict": False}]


def joined(stream):
    """The text of a stream, and what its last part counted."""
    text, usage, calls = "", None, ""
    for chunk in stream:
        usage = chunk.usage or usage
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for call in choice.delta.tool_calls or []:
                calls += call.function.arguments or ""
    return text, usage, calls


whole = client.chat.completions.create(model="gpt-4o", messages=asked)
told["chat"] = whole.choices[0].message.content
assert whole.usage.total_tokens > 0
text, usage, _ = joined(
    client.chat.completions.create(
        model="gpt-4o", messages=asked, stream=True, stream_options={"include_usage": True}
    )
)
told["chat_stream"] = text
assert usage.completion_tokens > 0
called = client.chat.completions.create(model="gpt-4o", messages=asked, tools=nested)
told["chat_tool"] = json.loads(called.choices[0].message.tool_calls[0].function.arguments)
_, _, calls = joined(client.chat.completions.create(model="gpt-4o", messages=asked, tools=nested, stream=True))
told["chat_tool_stream"] = json.loads(calls)

told["responses"] = client.responses.create(model="o3", input="Where is billing deployed?").output_text
told["responses_list"] = client.responses.create(model="o3", input=asked).output_text
text = ""
for event in client.responses.create(model="o3", input=asked, stream=True):
    if event.type == "response.output_text.delta":
        text += event.delta
    if event.type == "response.completed":
        assert event.response.output_text == text
told["responses_stream"] = text
called = client.responses.create(model="o3", input=asked, tools=flat)
told["responses_tool"] = json.loads(called.output[0].arguments)

told["models"] = [model.id for model in client.models.list()]
told["embedding"] = len(client.embeddings.create(model="e", input="billing", encoding_format="float").data[0].embedding)
try:
    client.chat.completions.create(model="gpt-4o", messages=asked)
except openai.RateLimitError as error:
    told["refused"] = [error.status_code, error.code, error.response.headers["retry-after"]]
print(json.dumps(told))

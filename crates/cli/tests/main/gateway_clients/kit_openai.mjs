// The official kit of OpenAI for Node before the proxy: kit_openai.mjs KIT BASE-URL. Prints what came, as JSON.
import { createRequire } from "node:module";

const [kit, baseURL] = process.argv.slice(2);
const { default: OpenAI } = createRequire(`${kit}/`)("openai");
const client = new OpenAI({ baseURL, apiKey: "sk-of-the-kit", maxRetries: 0 });
const told = {};
const messages = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Where is billing deployed?" },
];
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const tools = [{ type: "function", function: { name: "weather", parameters } }];

const whole = await client.chat.completions.create({ model: "gpt-4o", messages });
told.chat = whole.choices[0].message.content;
told.chat_stream = "";
for await (const chunk of await client.chat.completions.create({ model: "gpt-4o", messages, stream: true })) {
  told.chat_stream += chunk.choices[0]?.delta?.content ?? "";
}
const called = await client.chat.completions.create({ model: "gpt-4o", messages, tools });
told.chat_tool = JSON.parse(called.choices[0].message.tool_calls[0].function.arguments);
let calls = "";
for await (const chunk of await client.chat.completions.create({ model: "gpt-4o", messages, tools, stream: true })) {
  calls += chunk.choices[0]?.delta?.tool_calls?.[0]?.function?.arguments ?? "";
}
told.chat_tool_stream = JSON.parse(calls);
told.responses = (await client.responses.create({ model: "o3", input: "Where is billing deployed?" })).output_text;
told.responses_list = (await client.responses.create({ model: "o3", input: messages })).output_text;
told.responses_stream = "";
for await (const event of await client.responses.create({ model: "o3", input: messages, stream: true })) {
  if (event.type === "response.output_text.delta") told.responses_stream += event.delta;
}
told.models = [];
for await (const model of client.models.list()) told.models.push(model.id);
try {
  await client.chat.completions.create({ model: "gpt-4o", messages });
} catch (error) {
  told.refused = [error.status, error.code, error.headers.get("retry-after")];
}
console.log(JSON.stringify(told));

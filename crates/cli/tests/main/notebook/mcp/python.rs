//! The official kit for Python, over both transports.

use super::*;
use crate::support::{package, python};

/// Lists the tools and calls each with what standard input says; prints how many answered.
const CLIENT: &str = "
import asyncio, json, sys
from mcp import Client, StdioServerParameters

async def use(server):
    calls = json.load(open(sys.argv[1]))
    async with Client(server) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == [name for name, _ in calls], names
        for name, arguments in calls:
            told = await client.call_tool(name, arguments)
            assert not told.is_error, (name, told)
            json.loads(told.content[0].text)
        wrong = await client.call_tool('memory_recall', {})
        assert wrong.is_error, wrong
    print(len(calls))

async def main():
    line = sys.argv[3:]
    await use(StdioServerParameters(command=line[0], args=line[1:]))
    await use(sys.argv[2])

asyncio.run(main())
";

#[test]
fn all_tools_answer_the_kit_for_python() {
    let home = Home::new();
    with_antigravity(&home);
    let server = served(&home, &[]);
    let calls = least(&mut guest(&server));
    let file = home.path().join("calls.json");
    std::fs::write(&file, serde_json::to_vec(&calls).unwrap()).unwrap();
    let url = format!("http://{}/mcp?tools=notebook", server.notebook());
    let mut client = python(&["-c", CLIENT]);
    client
        .arg(file)
        .arg(url)
        .args(home.line(&["mcp", "--tools", "notebook"]));
    client
        .env("PYTHONPATH", package("mcp"))
        .env("NO_PROXY", "127.0.0.1");
    let told = crate::support::Ran::from(client.output().unwrap()).ok();
    assert_eq!(told, "31\n31\n");
}

//! Arguments of `mneme mcp`.

use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use mneme_wire::shapes::OnBehalf;
use mneme_wire::tools::Set;

#[derive(Debug, Default, ClapArgs)]
#[command(
    after_help = "Every tool costs an agent tokens on every turn, so `core` has six small ones. `notebook` has the 31 tools\nof agentmemory, `memoryoss` the four of memoryOSS.\n\nA running server is asked through its control socket; without one, each call opens the store for a moment,\nand waits for its turn where others do the same. Standard error says which.\nWith --url, a server elsewhere is asked, with the secret in AGENTMEMORY_SECRET."
)]
pub struct McpArgs {
    /// Which tools to offer
    #[arg(long, value_name = "SET", default_value = "core", value_parser = PossibleValuesParser::new(Set::NAMES))]
    pub tools: String,
    /// Ask the notebook at this address instead of this machine's store
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Whether another server is asked although no address is given here.
    #[arg(skip)]
    pub elsewhere: bool,
    /// For whom the tools ask, where that is not the owner of the machine.
    #[arg(skip)]
    pub on_behalf: Option<OnBehalf>,
}

// Starts `rulewright lsp` for the YAML files of the folders that are open, and starts it again on demand.
"use strict";

const { existsSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** The program and its words: what the settings say, else the .venv of an open folder, else what the path has. */
function command() {
  const chosen = vscode.workspace.getConfiguration("rulewright").get("command");
  if (chosen.length) return [...chosen, "lsp"];
  const inside = process.platform === "win32" ? ["Scripts", "rulewright.exe"] : ["bin", "rulewright"];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const program = join(folder.uri.fsPath, ".venv", ...inside);
    if (existsSync(program)) return [program, "lsp"];
  }
  return ["rulewright", "lsp"];
}

async function start() {
  const [program, ...words] = command();
  const options = { documentSelector: [{ scheme: "file", language: "yaml" }] };
  client = new LanguageClient("rulewright", "Rulewright", { command: program, args: words }, options);
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `${program} ${words.join(" ")} does not start (${error.message}). Install it with: pip install 'rulewright[editor]'`);
  }
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("rulewright.restart", async () => {
    await deactivate();
    await start();
  }));
  await start();
}

async function deactivate() {
  if (client?.isRunning()) await client.stop();
}

module.exports = { activate, deactivate };

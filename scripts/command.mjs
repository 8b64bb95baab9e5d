/** `node scripts/command.mjs NAME …`: runs a command of the data server, which it compiles where it is stale. */
import { pathToFileURL } from "node:url";
import { compiledCommand } from "./compile.mjs";

const [name, ...args] = process.argv.slice(2);
const file = await compiledCommand(name);
process.argv = [process.execPath, file, ...args];
await import(pathToFileURL(file).href);

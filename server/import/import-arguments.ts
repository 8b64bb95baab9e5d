import { parseArgs } from "node:util";
import { EXIT_STATUS, EXIT_STATUS_HELP } from "./exit-status";

/** What the person at the terminal asked of an import. */
export interface ImportArguments {
  path: string;
  replace: boolean;
  dryRun: boolean;
  strict: boolean;
  json: boolean;
  /** Tables of which more than the limit may go. */
  allowRemoval: ReadonlySet<string>;
}

const FLAGS = ["replace", "dry-run", "strict", "json"] as const;

type Flag = (typeof FLAGS)[number];

/** What a command takes beside its one path. */
export interface ImportUsage {
  usage: string;
  flags: readonly Flag[];
  /** Tables that `--allow-removal` may name; without any the option is not known. */
  removable: readonly string[];
}

/** Arguments that make no sense; the message says why, where there is more to say than the usage. */
class WrongUse extends Error {}

function removalsOf(list: string, removable: readonly string[]): Set<string> {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0 || names.some((name) => !removable.includes(name))) {
    throw new WrongUse(
      `--allow-removal takes names of tables with commas between them: ${removable.join(", ")}.\n\n`,
    );
  }
  return new Set(names);
}

const OPTIONS = {
  replace: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  strict: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  "allow-removal": { type: "string" },
} as const;

/** Reads the arguments of an import. Throws where they are wrong; null where help is asked for. */
export function parseImportArguments(
  args: readonly string[],
  { flags, removable }: ImportUsage,
): ImportArguments | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  if (values.help) return null;
  const isTaken = (flag: Flag) => !values[flag] || flags.includes(flag);
  const list = values["allow-removal"];
  const [path, ...others] = positionals;
  if (
    !path ||
    others.length > 0 ||
    !FLAGS.every(isTaken) ||
    (list !== undefined && removable.length === 0)
  ) {
    throw new WrongUse();
  }
  return {
    path,
    replace: values.replace,
    dryRun: values["dry-run"],
    strict: values.strict,
    json: values.json,
    allowRemoval: list === undefined ? new Set() : removalsOf(list, removable),
  };
}

/** The arguments of this process. Where there is nothing to do it shows the usage, sets the exit status and gives null. */
export function readImportArguments(
  usage: ImportUsage,
): ImportArguments | null {
  const help = `${usage.usage}\n${EXIT_STATUS_HELP}`;
  try {
    const given = parseImportArguments(process.argv.slice(2), usage);
    if (!given) process.stdout.write(help);
    return given;
  } catch (error) {
    const reason = error instanceof WrongUse ? error.message : "";
    process.stderr.write(`${reason}${help}`);
    process.exitCode = EXIT_STATUS.wrongUse;
    return null;
  }
}

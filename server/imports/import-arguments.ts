import { parseArgs } from "node:util";
import { dayIn, isIsoDay, isoDayOf, type IsoDay } from "~/domain/calendar";
import { FIRST_TO_HAVE_A_DAY } from "~/domain/time-zone";
import { EXIT_STATUS, EXIT_STATUS_HELP } from "./exit-status";

export interface ImportArguments {
  path: string;
  paths: readonly string[];
  replace: boolean;
  dryRun: boolean;
  strict: boolean;
  json: boolean;
  allowRemoval: ReadonlySet<string>;
  dataThrough: IsoDay | null;
}

const FLAGS = ["replace", "dry-run", "strict", "json"] as const;

type Flag = (typeof FLAGS)[number];

export interface ImportUsage {
  usage: string;
  flags: readonly Flag[];
  /** Tables that `--allow-removal` may name; without any the option is not known. */
  removable: readonly string[];
  hasReach?: boolean;
  hasPaths?: boolean;
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

function pastDayOf(text: string, today: IsoDay): IsoDay {
  if (!isIsoDay(text) || text > today) {
    throw new WrongUse(
      `--data-through takes a day as yyyy-MM-dd, not after ${today}.\n\n`,
    );
  }
  return text;
}

const OPTIONS = {
  replace: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  strict: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  "allow-removal": { type: "string" },
  "data-through": { type: "string" },
} as const;

/**
 * Reads the arguments of an import. Throws where they are wrong; null where help is asked for.
 *
 * @param today the day in New York
 */
export function parseImportArguments(
  args: readonly string[],
  { flags, removable, hasReach = false, hasPaths = false }: ImportUsage,
  today: IsoDay,
): ImportArguments | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  if (values.help) return null;
  const isTaken = (flag: Flag) => !values[flag] || flags.includes(flag);
  const list = values["allow-removal"];
  const through = values["data-through"];
  const [path, ...others] = positionals;
  if (
    !path ||
    (others.length > 0 && !hasPaths) ||
    !FLAGS.every(isTaken) ||
    (list !== undefined && removable.length === 0) ||
    (through !== undefined && !hasReach)
  ) {
    throw new WrongUse();
  }
  return {
    path,
    paths: positionals,
    replace: values.replace,
    dryRun: values["dry-run"],
    strict: values.strict,
    json: values.json,
    allowRemoval: list === undefined ? new Set() : removalsOf(list, removable),
    dataThrough: through === undefined ? null : pastDayOf(through, today),
  };
}

/** The arguments of this process. Where there is nothing to do it shows the usage, sets the exit status and gives null. */
export function readImportArguments(
  usage: ImportUsage,
): ImportArguments | null {
  const help = `${usage.usage}\n${EXIT_STATUS_HELP}`;
  try {
    const given = parseImportArguments(
      process.argv.slice(2),
      usage,
      isoDayOf(dayIn(FIRST_TO_HAVE_A_DAY, Date.now())),
    );
    if (!given) process.stdout.write(help);
    return given;
  } catch (error) {
    const reason = error instanceof WrongUse ? error.message : "";
    process.stderr.write(`${reason}${help}`);
    process.exitCode = EXIT_STATUS.wrongUse;
    return null;
  }
}

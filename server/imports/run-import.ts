import { parseArgs } from "node:util";
import type { Settings } from "~/contract/settings";
import { dayIn, isIsoDay, isoDayOf, type IsoDay } from "~/domain/calendar";
import { FIRST_TO_HAVE_A_DAY } from "~/domain/time-zone";
import { describeError } from "~server/command-line/command-error";
import { showProgress, type Progress } from "~server/command-line/progress";
import { runOnStore, describeStore } from "~server/command-line/run-on-store";
import type { Store } from "~server/store/open-store";
import { EXIT_STATUS, exitStatusOf } from "./import-report";
import { reportedImport, type ImportTask } from "./reported-import";

const EXIT_STATUS_HELP = `Exit status:
  0  stored, or nothing changed (with --dry-run: would be)
  1  refused: something in the files is wrong, or there are none
  2  wrong use, or wrong settings
  3  refused: more than 5 % of a table would be removed
  4  refused: there are warnings, and --strict was given
  5  failed: the database, the disk or something else
  6  something else changed the data, or another import is at work; start it again
`;

const OPTIONS = {
  replace: { type: "boolean" },
  "dry-run": { type: "boolean" },
  strict: { type: "boolean" },
  json: { type: "boolean" },
  "allow-removal": { type: "string" },
  "data-through": { type: "string" },
} as const;

export interface ImportUsage {
  usage: string;
  options: readonly (keyof typeof OPTIONS)[];
  removable?: readonly string[];
  hasPaths?: boolean;
}

/** Invalid arguments that the usage does not explain. */
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

/** Throws for wrong arguments; null if they ask for help. `today` is the day in New York. */
export function parseImportArguments(
  args: readonly string[],
  { options, removable = [], hasPaths = false }: ImportUsage,
  today: IsoDay,
) {
  const taken = Object.fromEntries(
    options.map((name) => [name, OPTIONS[name]]),
  ) as typeof OPTIONS;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...taken, help: { type: "boolean" } },
  });
  if (values.help) return null;
  const [path, ...others] = positionals;
  if (!path || (others.length > 0 && !hasPaths)) throw new WrongUse();
  const list = values["allow-removal"];
  const through = values["data-through"];
  return {
    path,
    paths: positionals,
    replace: values.replace ?? false,
    dryRun: values["dry-run"] ?? false,
    strict: values.strict ?? false,
    json: values.json ?? false,
    allowRemoval:
      list === undefined ? new Set<string>() : removalsOf(list, removable),
    dataThrough: through === undefined ? null : pastDayOf(through, today),
  };
}

export type ImportArguments = NonNullable<
  ReturnType<typeof parseImportArguments>
>;

function readArguments(usage: ImportUsage): ImportArguments | null {
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

const PART_IS_STORED =
  "A part of it is stored. Import the same folder again: that stores what is missing.";

export interface Described {
  lines: string[];
  errors: string[];
  status: number;
}

interface ImportCommand<Result> extends ImportUsage {
  title: string;
  taskOf(
    store: Store,
    given: ImportArguments,
    settings: Settings,
    progress: Progress,
  ): ImportTask<Result>;
  describe(result: Result, given: ImportArguments, seconds: string): Described;
}

/**
 * Runs an import on the configured database, prints the result and sets the exit status (R234). With `--json` only the
 * report goes to standard output.
 */
export async function runImport<Result>(
  command: ImportCommand<Result>,
): Promise<void> {
  const given = readArguments(command);
  if (!given) return;
  const out = given.json ? process.stderr : process.stdout;
  await runOnStore(async (store, settings) => {
    out.write(
      `${command.title} ${given.paths.join(", ")} into ${describeStore(settings)}\n`,
    );
    const from = performance.now();
    const { report, result, error } = await reportedImport(
      command.taskOf(store, given, settings, showProgress(out)),
    );
    if (given.json) {
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    }
    if (error && report.outcome === "interrupted") {
      process.stderr.write(`${describeError(error)}\n${PART_IS_STORED}\n`);
      process.exitCode = exitStatusOf(error);
      return;
    }
    if (error) throw error;
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const { lines, errors, status } = command.describe(result, given, seconds);
    lines.forEach((line) => out.write(`${line}\n`));
    if (errors.length > 0) {
      process.stderr.write(`${errors.join("\n")}\nNothing was stored.\n`);
    }
    process.exitCode = status;
  }, exitStatusOf);
}

import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Settings } from "~/contract/settings";
import { CommandError } from "~server/command-line/command-error";
import { showProgress, type Progress } from "~server/command-line/progress";
import { runOnStore, describeStore } from "~server/command-line/run-on-store";
import {
  CHECKED,
  countOf,
  sumOf,
  type Checked,
  type DifferingRows,
  type PlaceDifference,
} from "~server/measures/check/stored-tables";
import {
  EXIT_STATUS,
  EXIT_STATUS_HELP,
  exitStatusOf,
  mendFigures,
  checkFigures,
  type FiguresCheck,
} from "~server/measures/check/check-figures";
import { DATABASE_FILE, type Store } from "~server/store/open-store";
import { inOneSnapshot } from "~server/store/snapshot";
import { ensureFigures } from "./rebuild";

const USAGE = `Usage: npm run check-figures -- [--rebuild] [--json]

Compares the figures that are kept of each place with what the stays and transfers give. It changes nothing, and the
portal may go on running.

  --rebuild  works all figures out again where something differs. Until then nobody else can store anything.
  --json     writes the result as JSON to standard output, and all else to standard error

${EXIT_STATUS_HELP}`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        rebuild: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (!values.help) return values;
    process.stdout.write(USAGE);
  } catch {
    process.stderr.write(USAGE);
    process.exitCode = EXIT_STATUS.wrongUse;
  }
  return null;
}

/** A database created by the check itself would always agree. */
function refuseNoDatabase({ API_URL, DATABASE_URL, DATA_DIR }: Settings): void {
  if (API_URL) {
    throw new CommandError(
      "The data are at the API host of API_URL. This portal has no database.",
    );
  }
  if (!DATABASE_URL && !existsSync(path.join(DATA_DIR, DATABASE_FILE))) {
    throw new CommandError(
      `There is no database in ${path.resolve(DATA_DIR)}.`,
    );
  }
}

/** Places listed at the terminal; the JSON lists all. */
const LISTED_PLACES = 40;

const WORDS: Record<Checked, string> = {
  stays: "of stays",
  transfers: "of transfers",
  totals: "of totals",
  absences: "of absences",
  physicianDays: "of physicians' days",
  physicianHistories: "of physicians' histories",
};

const LEVELS: Record<PlaceDifference["level"], string> = {
  company: "The company",
  division: "Division",
  region: "Region",
  facility: "Facility",
};

const NUMBERS = new Intl.NumberFormat("en-US");

function describeCheck({ patients, places }: FiguresCheck): string[] {
  if (places.length === 0) {
    return [
      patients === 0
        ? "The database holds no census yet. Nothing differs."
        : `All figures agree with the stays and transfers of ${quantityOf(patients, "patient")}.`,
    ];
  }
  const more = places.length - LISTED_PLACES;
  return [
    "Rows that differ from what stays and transfers give:",
    ...places
      .slice(0, LISTED_PLACES)
      .map((place) => `  ${nameOf(place)}: ${rowsOf(place.rows)}`),
    ...(more > 0 ? [`  and ${quantityOf(more, "more place")}`] : []),
    `${quantityOf(countOf(sumOf(places)), "row")} of ${quantityOf(places.length, "place")} differ.`,
  ];
}

function nameOf({ level, id, name }: PlaceDifference): string {
  if (level === "company" && name !== null) return LEVELS.company;
  return name === null
    ? `${LEVELS[level]} ${id}, which is gone`
    : `${LEVELS[level]} ${name} (${id})`;
}

function rowsOf(rows: DifferingRows): string {
  return CHECKED.filter((checked) => rows[checked] > 0)
    .map((checked) => `${quantityOf(rows[checked], "row")} ${WORDS[checked]}`)
    .join(", ");
}

function quantityOf(count: number, noun: string): string {
  return `${NUMBERS.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

async function check(
  store: Store,
  settings: Settings,
  { rebuild, json }: NonNullable<ReturnType<typeof readArguments>>,
): Promise<void> {
  const out = json ? process.stderr : process.stdout;
  out.write(`Checking the figures of ${describeStore(settings)}\n`);
  await ensureFigures(store.db);
  const found = await withProgress(out, "Comparing", (onProgress) =>
    inOneSnapshot(store.db, (snapshot) => checkFigures(snapshot, onProgress)),
  );
  for (const line of describeCheck(found)) out.write(`${line}\n`);
  const differs = found.places.length > 0;
  if (differs && rebuild) {
    await withProgress(out, "Working out the figures", (onProgress) =>
      mendFigures(store, found.version, onProgress),
    );
    out.write("All figures are recalculated. A running server shows them.\n");
  } else if (differs) {
    out.write("To recalculate them: npm run check-figures -- --rebuild\n");
  }
  if (json) {
    const { version, patients, places } = found;
    const result = {
      ...{ agrees: !differs, isRebuilt: differs && rebuild, version, patients },
      ...{ rows: sumOf(places), places },
    };
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  }
  process.exitCode =
    differs && !rebuild ? EXIT_STATUS.differs : EXIT_STATUS.agrees;
}

async function withProgress<Result>(
  out: NodeJS.WriteStream,
  title: string,
  work: (onProgress: Progress["at"]) => Promise<Result>,
): Promise<Result> {
  const progress = showProgress(out);
  progress.step(title);
  try {
    return await work((done, total) => progress.at(done, total));
  } finally {
    progress.end();
  }
}

const given = readArguments();
if (given) {
  await runOnStore(
    (store, settings) => check(store, settings, given),
    exitStatusOf,
    refuseNoDatabase,
  );
}

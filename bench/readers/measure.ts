import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildIfStale } from "../../scripts/build-if-stale.mjs";
import type { MeasureChapter, Table } from "../chapter";
import { percentile, shown } from "../served/figures";
import {
  environment,
  inTemporaryFolder,
  ROOT,
  runOnce,
  servePortal,
  type Usage,
} from "../served/served-portal";
import { writeDemoCensus } from "./census-folder";
import { editUsers } from "./edit-users";
import { readFor, type Reading } from "./reading";

const READERS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
/** Between two pages of a reader. */
const THINKING_MS = 2_000;

interface Phase {
  name: string;
  reading: Reading;
  usage: Usage;
  written: string;
}

/** Fifty readers, first alone, then beside an import of a changed census and edited users. */
export const measureReaders: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const now = new Date();
    const edition = (at: number) => join(folder, `census-${at}`);
    say("writing and importing the census");
    await buildIfStale();
    for (const at of [0, 1]) writeDemoCensus(edition(at), now, at);
    const settings = { DATA_DIR: dataDir, DEMO: "0" };
    runOnce(["import", edition(0)], settings);
    const portal = await servePortal(settings);
    const phases: Phase[] = [];

    const read = async (
      name: string,
      write: (isOver: () => boolean) => Promise<string>,
    ) => {
      say(name);
      await portal.usage({ reset: true });
      let writing = true;
      const end = Date.now() + SECONDS * 1_000;
      const written = write(() => Date.now() >= end).finally(
        () => (writing = false),
      );
      const reading = await readFor(portal.origin, {
        readers: READERS,
        thinkingMs: THINKING_MS,
        isOver: () => Date.now() >= end && !writing,
      });
      const usage = await portal.usage();
      phases.push({ name, reading, usage, written: await written });
    };

    await readFor(portal.origin, {
      readers: READERS,
      thinkingMs: THINKING_MS,
      isOver: overAfter(10_000),
    });
    await read("readers alone", async (isOver) => {
      while (!isOver()) await wait(200);
      return "nothing";
    });
    await read("beside edited users", async (isOver) => {
      const edits = await editUsers(portal.origin, isOver);
      return `${edits} users`;
    });
    await read("beside an import and edited users", async (isOver) => {
      const [edits, ms] = await Promise.all([
        editUsers(portal.origin, isOver),
        importBeside(edition(1), settings),
      ]);
      return `${edits} users, a census in ${shown(ms / 1_000)} s`;
    });
    await portal.stop();
    return {
      title: "Readers and a writer",
      tables: tablesOf(phases),
      budgets: [],
    };
  });

function overAfter(ms: number): () => boolean {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
}

/** Imports as `npm run import` does, in a process of its own; returns how long it took. */
async function importBeside(
  folder: string,
  settings: Record<string, string>,
): Promise<number> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ["scripts/command.mjs", "import", folder],
    { cwd: ROOT, env: environment(settings), stdio: "ignore" },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return performance.now() - started;
}

function tablesOf(phases: readonly Phase[]): Table[] {
  return [
    {
      caption: `Event loop of the portal under ${READERS} readers, ms of delay`,
      columns: ["phase", "written", "p50", "p99", "longest"],
      rows: phases.map(({ name, written, usage: { loopMs } }) => [
        name,
        written,
        shown(loopMs.p50),
        shown(loopMs.p99),
        shown(loopMs.max),
      ]),
    },
    {
      caption: "Pages of those readers, ms",
      columns: ["phase", "pages", "p50", "p99", "longest", "5xx or broken"],
      rows: phases.map(({ name, reading: { ms, faults } }) => [
        name,
        String(ms.length),
        ...[0.5, 0.99, 1].map((share) => shown(percentile(ms, share))),
        String(faults),
      ]),
    },
  ];
}

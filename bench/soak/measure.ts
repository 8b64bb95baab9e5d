import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { MeasureChapter } from "../chapter";
import { inMb, shown } from "../served/figures";
import {
  inTemporaryFolder,
  makeDemo,
  servePortal,
  type Usage,
} from "../served/served-portal";
import { WORKERS } from "./rounds";
import { emptyTally, workAs } from "./work";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
/** Each account works in as many browsers. */
const BROWSERS = 2;
const SAMPLES = 5;
const REST_MS = 30_000;
const MAX_RSS_BYTES = 500 * 1_048_576;

/** Memory of the portal over the demo under mixed work of several accounts, as hard as it answers. */
export const measureSoak: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    say("making the demo");
    await makeDemo(dataDir);
    const portal = await servePortal({ DATA_DIR: dataDir });
    const tally = emptyTally();
    const rows: string[][] = [];
    let most = 0;
    const note = (when: string, { rssBytes, heapBytes, cpuMs }: Usage) => {
      rows.push([
        when,
        inMb(rssBytes),
        inMb(heapBytes),
        String(tally.visits),
        shown(cpuMs / 1_000),
      ]);
    };
    note("start", await portal.usage());

    const until = Date.now() + MINUTES * 60_000;
    const isOver = () => Date.now() >= until;
    const work = Promise.all(
      WORKERS.flatMap((worker) =>
        Array.from({ length: BROWSERS }, () =>
          workAs(portal.origin, worker, tally, isOver),
        ),
      ),
    );
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      await wait((MINUTES * 60_000) / SAMPLES);
      const usage = await portal.usage();
      most = Math.max(most, usage.rssBytes);
      const minutes = (MINUTES * sample) / SAMPLES;
      say(`${shown(minutes)} min, ${inMb(usage.rssBytes)} MB`);
      note(`${shown(minutes)} min`, usage);
    }
    await work;
    await wait(REST_MS);
    note("after 30 s of rest", await portal.usage());
    await portal.stop();
    if (tally.first) say(`first that went wrong: ${tally.first}`);

    return {
      title: "Soak",
      tables: [
        {
          caption: `Mixed work of ${WORKERS.length} accounts in ${WORKERS.length * BROWSERS} browsers, ${MINUTES} minutes`,
          columns: ["when", "RSS MB", "heap MB", "visits", "CPU s"],
          rows,
        },
        {
          caption: "What was answered",
          columns: ["visits", "sign-ins", "5xx or broken", "4xx"],
          rows: [
            [tally.visits, tally.signIns, tally.faults, tally.refusals].map(
              String,
            ),
          ],
        },
      ],
      budgets: [
        {
          what: `memory of the demo in ${MINUTES} min of load`,
          budget: "≤ 500 MB",
          measured: `${inMb(most)} MB`,
          isMet: most <= MAX_RSS_BYTES,
        },
        {
          what: "answers of 500 and more",
          budget: "0",
          measured: String(tally.faults),
          isMet: tally.faults === 0,
        },
      ],
    };
  });

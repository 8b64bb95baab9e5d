import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { MeasureChapter } from "../chapter";
import { inMb, percentile, shown } from "../served/figures";
import {
  importCensus,
  inTemporaryFolder,
  servePortal,
} from "../served/served-portal";
import { writeDemoCensus } from "./demo-census";
import { emptyTally, workInBrowser } from "./work";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const BROWSERS = Number(process.env.BENCH_BROWSERS ?? 16);
const THINKING_MS = Number(process.env.BENCH_THINKING_MS ?? 0);
const IMPORTS = process.env.BENCH_IMPORT === "1";

const SAMPLES = 5;
/** The import comes in the middle: there are figures from before and after it. */
const SAMPLE_OF_IMPORT = 3;
const REST_MS = 30_000;
const MAX_RSS_BYTES = 500 * 1_048_576;

/** A portal over the demo organisation under the work of many browsers; with an import beside it where that is wanted. */
export const measureLoad: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const edition = (number: number) => join(folder, `census-${number}`);
    say("importing the demo organisation");
    writeDemoCensus(edition(0), new Date(), 0);
    await importCensus(dataDir, edition(0));
    if (IMPORTS) writeDemoCensus(edition(1), new Date(), 1);
    const portal = await servePortal({ DATA_DIR: dataDir });
    const tally = emptyTally();
    const rows: string[][] = [];
    let most = 0;
    const sample = async (when: string) => {
      const usage = await portal.usage({ reset: true });
      const ms = tally.ms.splice(0);
      most = Math.max(most, usage.rssBytes);
      say(`${when}, ${inMb(usage.rssBytes)} MB`);
      rows.push([
        when,
        String(tally.visits),
        ...[0.5, 0.99, 1].map((share) => shown(percentile(ms, share))),
        shown(usage.loopMs.p99),
        shown(usage.loopMs.max),
        inMb(usage.rssBytes),
        inMb(usage.heapBytes),
        shown(usage.cpuMs / 1_000),
      ]);
    };
    await sample("start");

    const until = Date.now() + MINUTES * 60_000;
    const isOver = () => Date.now() >= until;
    const work = Promise.all(
      Array.from({ length: BROWSERS }, (_, number) =>
        workInBrowser(
          portal.origin,
          number,
          { thinkingMs: THINKING_MS, isOver },
          tally,
        ),
      ),
    );
    for (let at = 1; at <= SAMPLES; at += 1) {
      const isImporting = IMPORTS && at === SAMPLE_OF_IMPORT;
      await Promise.all([
        wait((MINUTES * 60_000) / SAMPLES),
        isImporting && importCensus(dataDir, edition(1)),
      ]);
      const minutes = `${shown((MINUTES * at) / SAMPLES)} min`;
      await sample(isImporting ? `${minutes}, beside an import` : minutes);
    }
    await work;
    await wait(REST_MS);
    await sample("after 30 s of rest");
    await portal.stop();
    if (tally.first) say(`first that went wrong: ${tally.first}`);

    return {
      title: "Load",
      tables: [
        {
          caption: `Mixed work in ${BROWSERS} browsers, ${THINKING_MS} ms between pages`,
          columns: [
            "when",
            "visits",
            "page p50 ms",
            "p99",
            "longest",
            "event loop p99 ms",
            "longest",
            "RSS MB",
            "heap MB",
            "CPU s",
          ],
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
          what: `memory in ${MINUTES} min of load`,
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

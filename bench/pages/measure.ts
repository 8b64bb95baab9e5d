import { fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { MeasureChapter } from "../chapter";
import {
  environment,
  inTemporaryFolder,
  makeDemo,
  makeDemoOf,
  ROOT,
  servePortal,
  type ServedPortal,
} from "../served/served-portal";
import type { PageFigures } from "./page-figures";
import { ratePage, type Load } from "./page-rate";
import { OVERVIEW, PAGES } from "./pages";
import { GOAL_RATE, pagesChapter, type ServedPage } from "./pages-chapter";
import { servedCost, type Asking } from "./served-cost";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 2_000);
/** Another checkout of Sojourn, built, to measure beside this one. */
const BESIDE = process.env.BENCH_BESIDE;
const ASKING: Asking = { warmUp: WARM_UP, rounds: ROUNDS, times: 10 };
const FULL: Load = { connections: 10, seconds: SECONDS };

/** Pages on the server: what each costs, held against its rendering and its calls, and how many are sent in a second. */
export const measurePages: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    say("making the demo");
    await makeDemo(dataDir);
    const now = await servePortal({ DATA_DIR: dataDir });
    const before = BESIDE
      ? await serveBeside(resolve(BESIDE), join(folder, "beside"))
      : null;
    const served: ServedPage[] = [];
    for (const page of PAGES) {
      say(`${page.name}, CPU as it is served`);
      const cpuMs = before
        ? await servedCost({ now, before }, page, ASKING)
        : await servedCost({ now }, page, ASKING);
      say(`${page.name}, as many as one process sends`);
      const rate = await ratePage(now, page, FULL);
      const rateBefore = before ? await ratePage(before, page, FULL) : null;
      served.push({ page, cpuMs, rate, rateBefore });
    }
    const overview = PAGES.find(({ name }) => name === OVERVIEW);
    if (!overview) throw new Error("no overview to measure");
    say(`${OVERVIEW}, ${GOAL_RATE}/s`);
    const atGoal = await ratePage(now, overview, { ...FULL, rate: GOAL_RATE });
    await Promise.all([now.stop(), before?.stop()]);
    return pagesChapter(await pageFigures(dataDir, say), served, atGoal);
  });

/** The other checkout may have another database: it has a demo of its own. */
async function serveBeside(
  checkout: string,
  dataDir: string,
): Promise<ServedPortal> {
  await makeDemoOf(checkout, dataDir);
  return servePortal({ DATA_DIR: dataDir }, checkout);
}

async function pageFigures(
  dataDir: string,
  say: (progress: string) => void,
): Promise<PageFigures[]> {
  const child = fork(
    join(import.meta.dirname, "processes", "page-cpu.ts"),
    [String(ROUNDS), String(WARM_UP)],
    {
      cwd: ROOT,
      execArgv: ["--import", "tsx"],
      env: environment({ DATA_DIR: dataDir, LOG_LEVEL: "fatal" }),
    },
  );
  const figures: PageFigures[] = [];
  child.on("message", (message) => {
    const page = message as PageFigures;
    say(`${page.name}, CPU`);
    figures.push(page);
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`measuring pages ended with ${code}`);
  return figures;
}

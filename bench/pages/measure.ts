import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { MeasureChapter } from "../chapter";
import {
  environment,
  inTemporaryFolder,
  makeDemo,
  ROOT,
  serveApi,
  servePortal,
} from "../served/served-portal";
import type { PageFigures } from "./page-figures";
import { ratePage, type Load, type PageRate } from "./page-rate";
import { OVERVIEW, PAGES } from "./pages";
import { pagesChapter, type Rated } from "./pages-chapter";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CONNECTIONS = 10;
const BUDGET_RATE = 250;
/** Of portals that live as long as the measurement. */
const SECRET = "only for measuring ".repeat(3);

/** Pages on the server: what each costs, held against its rendering and its calls, and how many are sent in a second. */
export const measurePages: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    say("making the demo");
    await makeDemo(dataDir);
    const figures = await pageFigures(dataDir, say);

    const full: Load = { connections: CONNECTIONS, seconds: SECONDS };
    const atBudget: Load = { ...full, rate: BUDGET_RATE };
    const one: Rated[] = [];
    const portal = await servePortal({ DATA_DIR: dataDir });
    for (const page of PAGES) {
      say(`${page.name}, as many as one process sends`);
      one.push({ name: page.name, rate: await ratePage([portal], page, full) });
    }
    const overview = PAGES.filter(({ name }) => name === OVERVIEW);
    const atRate: { processes: number; asked: string; rate: PageRate }[] = [];
    const rateAll = async (portals: (typeof portal)[]) => {
      const processes = portals.length;
      for (const page of overview) {
        say(
          `${page.name}, ${processes} process(es), full and ${BUDGET_RATE}/s`,
        );
        const asked = `${BUDGET_RATE}/s`;
        atRate.push(
          {
            processes,
            asked: "all",
            rate: await ratePage(portals, page, full),
          },
          { processes, asked, rate: await ratePage(portals, page, atBudget) },
        );
      }
    };
    await rateAll([portal]);
    await portal.stop();
    // Two portals that share sessions and one data server.
    const api = await serveApi({ DATA_DIR: dataDir });
    const two = await Promise.all(
      ["one", "other"].map(() =>
        servePortal({
          // In one database file, which portals of one machine may share.
          DATA_DIR: join(folder, "portals"),
          API_URL: api.url,
          SESSION_SECRET: SECRET,
        }),
      ),
    );
    await rateAll(two);
    await Promise.all(two.map((one) => one.stop()));
    await api.stop();
    return pagesChapter(figures, one, atRate);
  });

async function pageFigures(
  dataDir: string,
  say: (progress: string) => void,
): Promise<PageFigures[]> {
  const child = fork(
    join(import.meta.dirname, "processes", "page-cpu.ts"),
    [String(ROUNDS)],
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

import { chromium, type Browser } from "@playwright/test";
import { join } from "node:path";
import { findChromium } from "../../scripts/find-chromium.mjs";
import type { Budget, Chapter, MeasureChapter, Table } from "../chapter";
import { kilobytes, median, seconds, wireCost, type WireCost } from "./figures";
import { load, type Load, type Mode } from "./load";
import { writeLongCensus } from "./long-census";
import {
  importCensus,
  inTemporaryFolder,
  makeDemo,
  servePortal,
} from "../served/served-portal";
import { goPageToPage, type Step } from "./page-to-page";
import { lineScreens, type LineScreen } from "./screens";

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const MODES: readonly Mode[] = ["scripts", "scripts off", "Save-Data"];

interface Cost extends WireCost {
  screen: string;
  mode: Mode;
}

interface Times {
  screen: string;
  mode: Mode;
  firstPaint: number | null;
  largestPaint: number | null;
  loaded: number | null;
  hydrated: number | null;
}

/** Chapter `line`: what pages cost on the wire, and how soon they are there at 400 kbit/s with 400 ms and a slow machine. */
export const measureLine: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = (name: string) => join(folder, name);
    await makeDemo(dataDir("demo"));
    writeLongCensus(dataDir("files"), new Date());
    await importCensus(dataDir("census"), dataDir("files"));
    const demo = await servePortal({ DATA_DIR: dataDir("demo") });
    const census = await servePortal({ DATA_DIR: dataDir("census") });
    const browser = await chromium.launch({
      executablePath: findChromium() ?? undefined,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
    });
    try {
      return await measure(browser, [demo.origin, census.origin], say);
    } finally {
      await browser.close();
      await Promise.all([demo.stop(), census.stop()]);
    }
  });

async function measure(
  browser: Browser,
  [demo, census]: [string, string],
  say: (progress: string) => void,
): Promise<Chapter> {
  const { screens, overview } = await lineScreens(browser, demo, census);
  const costs: Cost[] = [];
  for (const screen of screens) {
    for (const mode of MODES) {
      const { transfers } = await loadOnce(browser, screen, mode, false);
      costs.push({ screen: screen.name, mode, ...wireCost(transfers) });
    }
  }
  const times: Times[] = [];
  for (const screen of screens) {
    for (const mode of MODES.slice(0, 2)) {
      say(`${screen.name}, ${mode}`);
      const loads: Load[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        loads.push(await loadOnce(browser, screen, mode, true));
      }
      times.push({ screen: screen.name, mode, ...mediansOf(loads) });
    }
  }
  const steps = new Map<Mode, Step>();
  for (const mode of MODES.slice(0, 2)) {
    say(`page to page, ${mode}`);
    const runs: Step[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await goPageToPage(browser, { ...overview, mode }));
    }
    steps.set(mode, {
      first: median(runs.map(({ first }) => first)) ?? 0,
      again: median(runs.map(({ again }) => again)) ?? 0,
    });
  }
  return {
    title: "Thin line",
    tables: [wireTable(costs), timeTable(times), stepTable(steps)],
    budgets: budgetsOf(costs, times, steps),
  };
}

function loadOnce(
  browser: Browser,
  { name: _, ...screen }: LineScreen,
  mode: Mode,
  isSlow: boolean,
): Promise<Load> {
  return load(browser, { ...screen, mode, isSlow });
}

function mediansOf(loads: readonly Load[]): Omit<Times, "screen" | "mode"> {
  const of = (name: "firstPaint" | "largestPaint" | "loaded" | "hydrated") =>
    median(loads.map((one) => one[name]));
  return {
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    loaded: of("loaded"),
    hydrated: of("hydrated"),
  };
}

function wireTable(costs: readonly Cost[]): Table {
  return {
    caption: "First load over the wire, KB of 1,024 in brotli",
    columns: [
      "page",
      "browser",
      "requests",
      "document",
      "style",
      "script",
      "ahead, data",
      "all",
      "headers",
    ],
    rows: costs.map(({ screen, mode, requests, body, ...cost }) => [
      screen,
      mode,
      String(requests),
      kilobytes(body.document),
      kilobytes(body.style),
      kilobytes(body.script),
      kilobytes(body.other),
      kilobytes(cost.total),
      kilobytes(cost.headers),
    ]),
  };
}

function timeTable(times: readonly Times[]): Table {
  return {
    caption: `Cold load at 400 kbit/s and 400 ms, CPU 4 times slower: seconds, median of ${RUNS}`,
    columns: [
      "page",
      "browser",
      "first paint",
      "largest paint",
      "usable",
      "scripts run it",
    ],
    rows: times.map((one) => [
      one.screen,
      one.mode,
      seconds(one.firstPaint),
      seconds(one.largestPaint),
      seconds(usableAt(one)),
      seconds(one.hydrated),
    ]),
  };
}

/** Content can be read and forms and links work: they do from the paint on, and without scripts the page is then whole. */
function usableAt({ mode, largestPaint, loaded }: Times): number | null {
  if (largestPaint === null || mode === "scripts") return largestPaint;
  return loaded === null ? null : Math.max(loaded, largestPaint);
}

function stepTable(steps: ReadonlyMap<Mode, Step>): Table {
  return {
    caption: `From the overview to a division on the same line: seconds from the click to the paint, median of ${RUNS}`,
    columns: ["browser", "first division", "another"],
    rows: [...steps].map(([mode, { first, again }]) => [
      mode,
      seconds(first),
      seconds(again),
    ]),
  };
}

function budgetsOf(
  costs: readonly Cost[],
  times: readonly Times[],
  steps: ReadonlyMap<Mode, Step>,
): Budget[] {
  const cost = (screen: string, mode: Mode) => {
    const found = costs.find(
      (one) => one.screen === screen && one.mode === mode,
    );
    if (!found) throw new Error(`${screen} was not measured`);
    return found;
  };
  const content = ({ body }: Cost) => body.document + body.style;
  const kb = (what: string, most: number, bytes: number): Budget => ({
    what,
    budget: `${most} KB`,
    measured: `${kilobytes(bytes)} KB`,
    isMet: bytes <= most * 1024,
  });
  const within = (what: string, most: number, ms: number): Budget => ({
    what,
    budget: `${most.toFixed(1)} s`,
    measured: `${seconds(ms)} s`,
    isMet: ms <= most * 1000,
  });
  const overview = cost("company overview", "scripts off");
  const withScripts = costs.filter(({ mode }) => mode === "scripts");
  const most = (values: readonly (number | null)[]) =>
    Math.max(...values.map((value) => value ?? Infinity));
  const count = (what: string, budget: number, counted: number): Budget => ({
    what,
    budget: String(budget),
    measured: String(counted),
    isMet: counted <= budget,
  });
  return [
    kb("company overview, document and style", 16, content(overview)),
    count("company overview, requests", 2, overview.requests),
    kb("login, document and style", 6, content(cost("login", "scripts off"))),
    kb(
      "physician, 200 patients, document and style",
      19,
      content(cost("physician, 200 patients", "scripts off")),
    ),
    count(
      "requests of a first load with scripts, most",
      12,
      most(withScripts.map(({ requests }) => requests)),
    ),
    kb(
      "script of a first load, most",
      90,
      most(withScripts.map(({ body }) => body.script)),
    ),
    within(
      "largest paint, slowest page",
      1.9,
      most(times.map(({ largestPaint }) => largestPaint)),
    ),
    within(
      "page to page",
      0.8,
      most([...steps.values()].map(({ again }) => again)),
    ),
  ];
}

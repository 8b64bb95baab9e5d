import type { Budget, Chapter } from "../chapter";
import { shown } from "../served/figures";
import { CALL_MS, type PageFigures } from "./page-figures";
import type { PageRate } from "./page-rate";
import { OVERVIEW } from "./pages";

export interface Rated {
  name: string;
  rate: PageRate;
}

/** The overview under load: of how many portals, and how many pages a second were asked for. */
export interface RatedOverview {
  processes: number;
  asked: string;
  rate: PageRate;
}

export function pagesChapter(
  figures: readonly PageFigures[],
  rates: readonly Rated[],
  overviews: readonly RatedOverview[],
): Chapter {
  const withCalls = figures.filter(({ calls }) => calls > 0);
  return {
    title: "Pages on the server",
    tables: [
      {
        caption: "CPU of a page, ms",
        columns: [
          "page",
          "calls",
          "page, data from memory",
          "bare renderToString",
          "ratio",
          "page on own data",
          "its calls alone",
          "ratio",
        ],
        rows: figures.map(({ name, calls, cpuMs, ratio }) => [
          name,
          String(calls),
          shown(cpuMs.page),
          shown(cpuMs.render),
          shown(ratio.pageToRender),
          shown(cpuMs.pageOnOwnData),
          calls > 0 ? shown(cpuMs.calls) : "–",
          calls > 0 ? shown(ratio.ownToCalls) : "–",
        ]),
      },
      {
        caption: `Server time where each call takes ${CALL_MS} ms`,
        columns: ["page", "page, ms", "slowest call, ms", "ratio"],
        rows: withCalls.map(({ name, serverTime }) => [
          name,
          shown(serverTime.pageMs),
          shown(serverTime.slowestCallMs),
          shown(serverTime.ratio),
        ]),
      },
      {
        caption: "Pages per second of one process, 10 connections",
        columns: ["page", ...RATE_COLUMNS],
        rows: rates.map(({ name, rate }) => [name, ...rateCells(rate)]),
      },
      {
        caption: "Overview by number of processes",
        columns: ["processes", "asked for", ...RATE_COLUMNS],
        rows: overviews.map(({ processes, asked, rate }) => [
          String(processes),
          asked,
          ...rateCells(rate),
        ]),
      },
    ],
    budgets: budgetsOf(withCalls, overviews),
  };
}

const RATE_COLUMNS = [
  "per second",
  "p50 ms",
  "p99 ms",
  "CPU ms a page",
  "CPU ms of the load",
  "failed",
];

function rateCells(rate: PageRate): string[] {
  return [
    shown(rate.perSecond),
    shown(rate.p50Ms),
    shown(rate.p99Ms),
    shown(rate.cpuMs),
    shown(rate.loadCpuMs),
    String(rate.failed),
  ];
}

function budgetsOf(
  figures: readonly PageFigures[],
  overviews: readonly RatedOverview[],
): Budget[] {
  const overview = figures.find(({ name }) => name === OVERVIEW);
  const slowest = Math.max(
    ...figures.map(({ serverTime }) => serverTime.ratio),
  );
  const { pageToRender = NaN } = overview?.ratio ?? {};
  return [
    {
      what: "server time of a page to its slowest call, the worst page",
      budget: "≤ 1.25",
      measured: shown(slowest),
      isMet: slowest <= 1.25,
    },
    {
      what: "CPU of the overview to a bare renderToString",
      budget: "≤ 2.5",
      measured: shown(pageToRender),
      isMet: pageToRender <= 2.5,
    },
    ...overviews
      .filter(({ asked }) => asked !== "all")
      .map(({ processes, rate }) => ({
        what: `250 overviews a second, p99 ≤ 100 ms, processes: ${processes}`,
        budget: "≥ 250/s",
        measured: `${shown(rate.perSecond)}/s, p99 ${shown(rate.p99Ms)} ms`,
        isMet: keepsBudget(rate),
      })),
  ];
}

/** What is asked for at a rate comes at a little less than that in each second. */
function keepsBudget({ perSecond, p99Ms, failed }: PageRate): boolean {
  return perSecond >= 245 && p99Ms <= 100 && failed === 0;
}

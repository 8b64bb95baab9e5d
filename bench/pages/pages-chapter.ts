import type { Budget, Chapter, Table } from "../chapter";
import { shown } from "../served/figures";
import { CALL_MS, type PageFigures } from "./page-figures";
import type { PageRate } from "./page-rate";
import { OVERVIEW, type MeasuredPage } from "./pages";

/** A page as it is served, and as another checkout serves it, where one was measured beside. */
export interface ServedPage {
  page: MeasuredPage;
  cpuMs: { now: number; before?: number };
  rate: PageRate;
  rateBefore: PageRate | null;
}

/** Overviews a second of one process. */
export const GOAL_RATE = 130;
/** A page may cost this many times what bare rendering costs. */
const MOST_RENDERINGS = 2.5;

export function pagesChapter(
  figures: readonly PageFigures[],
  served: readonly ServedPage[],
  atGoal: PageRate,
): Chapter {
  const withCalls = figures.filter(({ calls }) => calls > 0);
  return {
    title: "Pages on the server",
    tables: [
      cpuTable(served),
      renderTable(figures),
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
      rateTable(served),
    ],
    budgets: budgetsOf(figures, withCalls, served, atGoal),
  };
}

function cpuTable(served: readonly ServedPage[]): Table {
  return {
    caption: "CPU of a page as it is served, ms of the whole process",
    columns: ["page", "before", "now", "now to before", "goal"],
    rows: served.map(({ page, cpuMs: { before = NaN, now } }) => [
      page.name,
      shown(before),
      shown(now),
      shown(now / before),
      String(page.goalMs),
    ]),
  };
}

function renderTable(figures: readonly PageFigures[]): Table {
  return {
    caption: "CPU of a page whose calls are answered from memory, ms",
    columns: ["page", "calls", "page", "bare renderToString", "ratio"],
    rows: figures.map(({ name, calls, cpuMs, pageToRender }) => [
      name,
      String(calls),
      shown(cpuMs.page),
      shown(cpuMs.render),
      shown(pageToRender),
    ]),
  };
}

function rateTable(served: readonly ServedPage[]): Table {
  return {
    caption: "Pages per second of one process, 10 connections",
    columns: [
      "page",
      "before",
      "now",
      "p50 ms",
      "p99 ms",
      "CPU ms of the load",
      "failed",
    ],
    rows: served.map(({ page, rate, rateBefore }) => [
      page.name,
      shown(rateBefore?.perSecond ?? NaN),
      shown(rate.perSecond),
      shown(rate.p50Ms),
      shown(rate.p99Ms),
      shown(rate.loadCpuMs),
      String(rate.failed),
    ]),
  };
}

function budgetsOf(
  figures: readonly PageFigures[],
  withCalls: readonly PageFigures[],
  served: readonly ServedPage[],
  atGoal: PageRate,
): Budget[] {
  const slowest = Math.max(
    ...withCalls.map(({ serverTime }) => serverTime.ratio),
  );
  const { pageToRender = NaN } =
    figures.find(({ name }) => name === OVERVIEW) ?? {};
  return [
    ...served.map(({ page: { name, goalMs }, cpuMs: { now } }) => ({
      what: `CPU of a page as it is served: ${name}`,
      budget: `≤ ${goalMs} ms`,
      measured: `${shown(now)} ms`,
      isMet: now <= goalMs,
    })),
    {
      what: "server time of a page to its slowest call, the worst page",
      budget: "≤ 1.25",
      measured: shown(slowest),
      isMet: slowest <= 1.25,
    },
    {
      what: "CPU of the overview to a bare renderToString",
      budget: `≤ ${MOST_RENDERINGS}`,
      measured: shown(pageToRender),
      isMet: pageToRender <= MOST_RENDERINGS,
      isAsserted: true,
    },
    {
      what: `${GOAL_RATE} overviews a second of one process, p99 ≤ 100 ms`,
      budget: `≥ ${GOAL_RATE}/s`,
      measured: `${shown(atGoal.perSecond)}/s, p99 ${shown(atGoal.p99Ms)} ms`,
      isMet: keepsRate(atGoal),
    },
  ];
}

/** What is asked for at a rate comes at a little less than that in each second. */
function keepsRate({ perSecond, p99Ms, failed }: PageRate): boolean {
  return perSecond >= GOAL_RATE * 0.98 && p99Ms <= 100 && failed === 0;
}

import { RemixServer } from "@remix-run/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { openDataServer } from "~server/data-server";
import { readSettings } from "~server/env";
import { createLog } from "~server/log";
import { median } from "../../served/figures";
import { answeringHost, type AnsweringHost } from "../answering-host";
import { loadBuiltPortal, type BuiltPortal } from "../built-portal";
import { cpuClock, interleave } from "../interleave";
import { CALL_MS, type PageFigures } from "../page-figures";
import { PAGES, type MeasuredPage } from "../pages";

const TIMES = 10;
const SLOW_TIMES = 15;

/** Measures the pages in this process, over the demo in its DATA_DIR, and sends their figures to its parent. */
async function main(rounds: number, warmUp: number): Promise<void> {
  const settings = readSettings();
  const own = await openDataServer({
    settings,
    log: createLog(settings.LOG_LEVEL),
  });
  const host = answeringHost(own);
  globalThis.sojournDataServers = new Map([
    [
      settings.DATA_DIR,
      Promise.resolve({ ...own, fetch: host.fetch.bind(host) }),
    ],
  ]);
  const portal = await loadBuiltPortal();
  for (const page of PAGES) {
    process.send?.(await measure(page, { portal, host, rounds, warmUp }));
  }
  await own.close();
  process.exit(0);
}

interface Bench {
  portal: BuiltPortal;
  host: AnsweringHost;
  rounds: number;
  /** Pages until the engine is warm. */
  warmUp: number;
}

async function measure(
  { name, account, path: known }: MeasuredPage,
  { portal, host, rounds, warmUp }: Bench,
): Promise<PageFigures> {
  host.answerFrom("keeping");
  const cookie = account === null ? "" : await portal.signIn(account);
  const path = known ?? (await portal.homeOf(cookie));
  // What is asked once in a session is asked by the first visit.
  await portal.page(path, cookie);
  host.takeCalls();
  await portal.page(path, cookie);
  const calls = host.takeCalls().length;
  const { context, url } = portal.rendered();

  const works = {
    page: async () => {
      host.answerFrom("memory");
      await portal.page(path, cookie);
    },
    render: async () =>
      renderToString(createElement(RemixServer, { context, url })),
  };
  const rest = rounds + Math.ceil(warmUp / TIMES);
  const spent = await interleave(
    works,
    { rounds: rest, times: TIMES },
    cpuClock,
  );
  const page = spent.page.slice(-rounds);
  const render = spent.render.slice(-rounds);
  return {
    name,
    calls,
    cpuMs: { page: median(page), render: median(render) },
    pageToRender: median(page.map((ms, at) => ms / (render[at] ?? NaN))),
    serverTime: await serverTime(host, () => portal.page(path, cookie)),
  };
}

/** How long a page takes beside the slowest of its calls, of a host that takes a while for each. */
async function serverTime(
  host: AnsweringHost,
  visit: () => Promise<unknown>,
): Promise<PageFigures["serverTime"]> {
  host.answerFrom("memory", CALL_MS);
  const visits: PageFigures["serverTime"][] = [];
  for (let time = 0; time < SLOW_TIMES; time += 1) {
    host.takeCalls();
    const started = performance.now();
    await visit();
    const pageMs = performance.now() - started;
    const slowestCallMs = Math.max(...host.takeCalls().map(({ ms }) => ms));
    visits.push({ pageMs, slowestCallMs, ratio: pageMs / slowestCallMs });
  }
  return {
    pageMs: median(visits.map(({ pageMs }) => pageMs)),
    slowestCallMs: median(visits.map(({ slowestCallMs }) => slowestCallMs)),
    ratio: median(visits.map(({ ratio }) => ratio)),
  };
}

process.once("disconnect", () => process.exit(1));
const [rounds, warmUp] = process.argv.slice(2).map(Number);
await main(rounds ?? 20, warmUp ?? 0);

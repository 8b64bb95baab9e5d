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
const WARM_UP_ROUNDS = 5;
const SLOW_TIMES = 15;

/** Measures the pages in this process, over the demo in its DATA_DIR, and sends their figures to its parent. */
async function main(rounds: number): Promise<void> {
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
    process.send?.(await measure(page, { portal, host, rounds }));
  }
  await own.close();
  process.exit(0);
}

interface Bench {
  portal: BuiltPortal;
  host: AnsweringHost;
  rounds: number;
}

async function measure(
  { name, account, path: known }: MeasuredPage,
  { portal, host, rounds }: Bench,
): Promise<PageFigures> {
  host.answerFrom("keeping");
  const cookie = account === null ? "" : await portal.signIn(account);
  const path = known ?? (await portal.homeOf(cookie));
  // What is asked once in a session is asked by the first visit.
  await portal.page(path, cookie);
  host.takeCalls();
  await portal.page(path, cookie);
  const made = host.takeCalls();
  const { context, url } = portal.rendered();

  const works = {
    page: async () => {
      host.answerFrom("memory");
      await portal.page(path, cookie);
    },
    pageOnOwnData: async () => {
      host.answerFrom("own");
      await portal.page(path, cookie);
    },
    render: async () =>
      renderToString(createElement(RemixServer, { context, url })),
    calls: async () => {
      host.answerFrom("own");
      await Promise.all(
        made.map(async ({ address, headers }) => {
          const request = new Request(`http://host.invalid${address}`, {
            headers,
          });
          await (await host.fetch(request)).text();
        }),
      );
    },
  };
  await interleave(works, { rounds: WARM_UP_ROUNDS, times: TIMES }, cpuClock);
  const spent = await interleave(works, { rounds, times: TIMES }, cpuClock);
  const ratio = (one: keyof typeof spent, other: keyof typeof spent) =>
    median(spent[one].map((ms, round) => ms / (spent[other][round] ?? NaN)));
  return {
    name,
    calls: made.length,
    cpuMs: {
      page: median(spent.page),
      pageOnOwnData: median(spent.pageOnOwnData),
      render: median(spent.render),
      calls: median(spent.calls),
    },
    ratio: {
      pageToRender: ratio("page", "render"),
      ownToCalls: ratio("pageOnOwnData", "calls"),
    },
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
await main(Number(process.argv[2] ?? 20));

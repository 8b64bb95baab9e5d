import { setTimeout as wait } from "node:timers/promises";
import type {
  Browser,
  BrowserContextOptions,
  CDPSession,
} from "@playwright/test";
import { kindOf, type Transfer } from "./figures";

/** How the browser deals with scripts. */
export type Mode = "scripts" | "scripts off" | "Save-Data";

export type Cookies = NonNullable<BrowserContextOptions["storageState"]>;

/** 400 kbit/s each way, 400 ms from a request to its answer. */
const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const CPU_SLOWER = 4;

/** One cold load: what came over the wire, and milliseconds from the request until something was there. */
export interface Load {
  transfers: Transfer[];
  firstPaint: number | null;
  largestPaint: number | null;
  /** Everything that the document itself asks for is there. */
  loaded: number | null;
  /** Scripts have taken the page over; null where they do not. */
  hydrated: number | null;
}

export interface Visit {
  origin: string;
  path: string;
  mode: Mode;
  cookies?: Cookies;
  /** The thin line and the slow machine, or neither. */
  isSlow: boolean;
}

/** Opens a page in a browser that knows nothing yet but its cookies. */
export async function load(browser: Browser, visit: Visit): Promise<Load> {
  const { origin, path, mode, cookies, isSlow } = visit;
  const context = await browser.newContext({
    javaScriptEnabled: mode !== "scripts off",
    ...(cookies ? { storageState: cookies } : {}),
    ...(mode === "Save-Data"
      ? { extraHTTPHeaders: { "Save-Data": "on" } }
      : {}),
  });
  try {
    await context.addInitScript(noteHydration);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const transfers = await watchTransfers(client);
    const times = await watchTimes(client);
    if (isSlow) await slowDown(client);
    await page.goto(origin + path, { waitUntil: "networkidle" });
    const hydrated =
      mode === "scripts" ? await page.evaluate(momentOfHydration) : null;
    while (times().largestPaint === null) await wait(50);
    return { transfers: transfers(), ...times(), hydrated };
  } finally {
    await context.close();
  }
}

export async function slowDown(client: CDPSession): Promise<void> {
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
}

/** Runs in the page: React has hydrated main once it has put its properties on it. */
export function noteHydration(): void {
  const moment = new Promise((hydrated) => {
    const timer = setInterval(() => {
      const main = document.querySelector("main") ?? {};
      if (!Object.keys(main).some((key) => key.startsWith("__reactProps"))) {
        return;
      }
      clearInterval(timer);
      hydrated(performance.now());
    }, 20);
  });
  Object.assign(window, { moment });
}

/** Runs in the page as well: what the other one noted. */
export function momentOfHydration(): Promise<number> {
  return (window as unknown as { moment: Promise<number> }).moment;
}

async function watchTransfers(client: CDPSession): Promise<() => Transfer[]> {
  const begun = new Map<string, Transfer>();
  const done: Transfer[] = [];
  client.on("Network.responseReceived", ({ requestId, response, type }) => {
    begun.set(requestId, {
      url: response.url,
      kind: kindOf(type),
      headers: response.encodedDataLength,
      body: 0,
    });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = begun.get(requestId);
    if (!transfer || !transfer.url.startsWith("http")) return;
    done.push({ ...transfer, body: encodedDataLength - transfer.headers });
  });
  await client.send("Network.enable");
  return () => done;
}

type Times = Pick<Load, "firstPaint" | "largestPaint" | "loaded">;

/** As the browser itself tells them, with scripts or without, counted from the document's request. */
export async function watchTimes(client: CDPSession): Promise<() => Times> {
  let started = { timestamp: 0, wallTime: 0 };
  const lifecycle = new Map<string, number>();
  let largest: number | null = null;
  client.on("Network.requestWillBeSent", ({ type, timestamp, wallTime }) => {
    if (type !== "Document") return;
    started = { timestamp, wallTime };
    // What was told before is about the empty page of a new tab.
    lifecycle.clear();
    largest = null;
  });
  client.on("Page.lifecycleEvent", ({ name, timestamp }) => {
    lifecycle.set(name, timestamp);
  });
  client.on("PerformanceTimeline.timelineEventAdded", ({ event }) => {
    const time = event.lcpDetails?.renderTime || event.lcpDetails?.loadTime;
    if (time) largest = time;
  });
  await client.send("Network.enable");
  await client.send("Page.enable");
  await client.send("Page.setLifecycleEventsEnabled", { enabled: true });
  await client.send("PerformanceTimeline.enable", {
    eventTypes: ["largest-contentful-paint"],
  });
  const since = (name: string) => {
    const at = lifecycle.get(name);
    return at === undefined ? null : (at - started.timestamp) * 1000;
  };
  return () => ({
    firstPaint: since("firstContentfulPaint"),
    largestPaint: largest === null ? null : (largest - started.wallTime) * 1000,
    loaded: since("load"),
  });
}

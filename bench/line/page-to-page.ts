import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import {
  momentOfHydration,
  noteHydration,
  slowDown,
  watchTimes,
  type Cookies,
  type Mode,
} from "./load";

/** Links of the list of a profile page. */
const ROW_LINK = "#list tbody th a";

/** Milliseconds from a click on a row until its page is painted: the first of its kind, and one more. */
export interface Step {
  first: number;
  again: number;
}

/** Goes from the overview to two of its divisions, with a browser that has seen the overview just now. */
export async function goPageToPage(
  browser: Browser,
  visit: { origin: string; path: string; cookies: Cookies; mode: Mode },
): Promise<Step> {
  const { origin, path, cookies, mode } = visit;
  const hasScripts = mode === "scripts";
  const context = await browser.newContext({
    javaScriptEnabled: hasScripts,
    storageState: cookies,
  });
  try {
    await context.addInitScript(noteHydration);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const times = await watchTimes(client);
    await slowDown(client);
    const open = async () => {
      await page.goto(origin + path, { waitUntil: "networkidle" });
      if (hasScripts) await page.evaluate(momentOfHydration);
    };
    const follow = async (row: number) => {
      await open();
      if (hasScripts) return clickRow(page, row);
      const href = await page.locator(ROW_LINK).nth(row).getAttribute("href");
      await page.goto(origin + (href ?? ""));
      for (;;) {
        const { firstPaint } = times();
        if (firstPaint !== null) return firstPaint;
        await wait(50);
      }
    };
    return { first: await follow(0), again: await follow(1) };
  } finally {
    await context.close();
  }
}

function clickRow(page: Page, row: number): Promise<number> {
  return page.evaluate(
    ([selector, at]) =>
      new Promise<number>((painted) => {
        // Nothing here has a name of its own: the loader of TypeScript would call for its helper, which no page has.
        const before = document.querySelector("h1")?.textContent;
        const started = performance.now();
        const observer = new MutationObserver(() => {
          if (document.querySelector("h1")?.textContent === before) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            requestAnimationFrame(() => painted(performance.now() - started)),
          );
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        document.querySelectorAll<HTMLElement>(selector)[at]?.click();
      }),
    [ROW_LINK, row] as const,
  );
}

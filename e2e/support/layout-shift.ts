import { expect, type Page } from "@playwright/test";

/** What is left of rounding; anything that jumps is more. */
const STILL = 0.001;

declare global {
  interface Window {
    /** Since when shifts count, on the page's own clock. */
    standsSince: number;
  }
}

/** A shift of what stood still, as the Layout Instability API tells it. */
interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/**
 * Watches every page that is opened from now on for what jumps once it stands: from the frame after the one that has painted
 * the server's whole page, but for parts that follow it, until somebody does something in it. Before that a slow machine
 * paints a page that is read in half, and each half moves the one before.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts, standsSince: Infinity });
    let isUsed = false;
    for (const type of ["pointerdown", "keydown", "input"]) {
      addEventListener(type, () => (isUsed = true), { capture: true });
    }
    new PerformanceObserver((entries) => {
      if (isUsed) return;
      for (const entry of entries.getEntries() as Shift[]) {
        if (entry.hadRecentInput || entry.startTime < window.standsSince) {
          continue;
        }
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element
            ? `${node.localName}.${node.className}`
            : String(node?.textContent),
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });

    // The script that takes the page over is the last thing in it.
    const isRead = () =>
      document.readyState !== "loading" ||
      document.querySelector("body script[type=module]") !== null;
    requestAnimationFrame(function look() {
      if (!isRead()) return requestAnimationFrame(look);
      requestAnimationFrame(() => (window.standsSince = performance.now()));
    });
  });
}

/** Has the product's scripts come once the page of the server stands: what they then move is a shift. */
export async function holdScriptsUntilPainted(page: Page): Promise<void> {
  let painted: Promise<unknown> | undefined;
  page.on("framenavigated", () => (painted = undefined));
  await page.route(/\/build\/.*\.js$/, async (route) => {
    painted ??= page.waitForFunction(() => window.standsSince < Infinity);
    await painted;
    await route.continue();
  });
}

/** Everything has come, and what it moved has been painted. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () =>
      new Promise((painted) => {
        requestAnimationFrame(() => requestAnimationFrame(painted));
      }),
  );
}

/** Nothing of the page has jumped since it was opened. */
export async function expectStill(page: Page): Promise<void> {
  await settle(page);
  const shifts = await page.evaluate(
    () =>
      (window as unknown as { shifts: { value: number; moved: string[] }[] })
        .shifts,
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(STILL);
}

import { expect, type Page } from "@playwright/test";

/** What is left of rounding; anything that jumps is more. */
const STILL = 0.001;

/** A shift of what stood still, as the Layout Instability API tells it. */
interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Watches every page that is opened from now on for what jumps while it loads: before anybody has done anything in it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    let isUsed = false;
    for (const type of ["pointerdown", "keydown", "input"]) {
      addEventListener(type, () => (isUsed = true), { capture: true });
    }
    new PerformanceObserver((entries) => {
      if (isUsed) return;
      for (const entry of entries.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element
            ? `${node.localName}.${node.className}`
            : String(node?.textContent),
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Has the product's scripts come once the page of the server has been painted: what they then move is a shift. */
export async function holdScriptsUntilPainted(page: Page): Promise<void> {
  let painted: Promise<unknown> | undefined;
  page.on("framenavigated", () => (painted = undefined));
  await page.route(/\/build\/.*\.js$/, async (route) => {
    painted ??= page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint").length > 0,
    );
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

import type { Page } from "@playwright/test";

/** Goes through the page by Tab; the stops of which nothing can be seen, because something else lies over them (WCAG 2.4.11). */
export async function obscuredStops(
  page: Page,
  mostStops: number,
): Promise<string[]> {
  const obscured: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return "end";
      const { left, top, right, bottom } = focused.getBoundingClientRect();
      const inset = 2;
      const across = [left + inset, (left + right) / 2, right - inset];
      const down = [top + inset, (top + bottom) / 2, bottom - inset];
      const isSeen = across.some((x) =>
        down.some((y) => {
          const shown = document.elementFromPoint(x, y);
          return (
            shown !== null &&
            (focused.contains(shown) ||
              shown.contains(focused) ||
              focused.closest("label")?.contains(shown) === true)
          );
        }),
      );
      return isSeen ? "" : `${focused.tagName} '${focused.textContent.trim()}'`;
    });
    if (hidden === "end") break;
    if (hidden) obscured.push(hidden);
  }
  return obscured;
}

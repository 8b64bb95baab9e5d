import type { Page } from "@playwright/test";

/** More than any page has between two things that a journey wants. */
export const MOST_STOPS = 80;

/** Presses Tab until what is wanted has the focus; fails when the page has no such stop. */
export async function tabTo(
  page: Page,
  wanted: {
    tag: "A" | "BUTTON" | "SUMMARY" | "INPUT" | "SELECT";
    /** Its label or text, or the name that a field is sent under. */
    name?: RegExp;
    href?: RegExp;
  },
): Promise<void> {
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press("Tab");
    const [stop] = await page.locator(":focus").evaluateAll((focused) =>
      focused.map((element) => ({
        name: element.tagName,
        names: [
          element.getAttribute("aria-label"),
          element.textContent.trim(),
          element.getAttribute("name"),
        ],
        href: element.getAttribute("href") ?? "",
      })),
    );
    if (stop?.name !== wanted.tag) continue;
    const { name } = wanted;
    if (name && !stop.names.some((one) => one && name.test(one))) continue;
    if (wanted.href && !wanted.href.test(stop.href)) continue;
    return;
  }
  throw new Error(`Tab never reached a ${JSON.stringify(wanted)}`);
}

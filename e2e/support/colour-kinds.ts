import type { Page } from "@playwright/test";

/** What `markColourKinds` marks, and nothing else. */
export const OF_EACH_KIND = "[data-colour-kind]";

/**
 * Marks texts that together have every look that a text of the page has: the first of each kind. Texts are of one
 * kind where they and all that is around them are the same elements of the same classes, with the same computed colours,
 * sizes and visibility. A list of hundreds of rows has as few kinds as one of two.
 */
export async function markColourKinds(page: Page): Promise<void> {
  await page.evaluate(() => {
    const LOOK = [
      "color",
      "background-color",
      "background-image",
      "opacity",
      "font-size",
      "font-weight",
      "text-shadow",
      "position",
      "visibility",
      "display",
    ];
    const kinds = new Map<string, { number: number; isMarked: boolean }>();
    const mark = (one: Element, around: number) => {
      const style = getComputedStyle(one);
      const key = [
        around,
        one.localName,
        one.getAttribute("class"),
        one.matches(":disabled, [aria-disabled=true]"),
        ...LOOK.map((name) => style.getPropertyValue(name)),
      ].join();
      const kind = kinds.get(key) ?? {
        number: kinds.size,
        isMarked: false,
      };
      kinds.set(key, kind);
      const hasText =
        one.matches("input, select, textarea") ||
        [...one.childNodes].some(
          (node) => node instanceof Text && node.data.trim() !== "",
        );
      const isMarked = hasText && !kind.isMarked;
      kind.isMarked ||= isMarked;
      one.toggleAttribute("data-colour-kind", isMarked);
      for (const child of one.children) mark(child, kind.number);
    };
    mark(document.documentElement, -1);
  });
}

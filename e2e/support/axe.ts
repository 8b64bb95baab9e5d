import axe, { type RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";

const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

/** Every rule of WCAG 2.2 A and AA that axe knows, and what it calls best practice. */
export const ALL_RULES: RunOptions = { runOnly: TAGS };

/** What depends on the colours alone. */
export const COLOUR_RULES: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/**
 * Runs axe in the page itself, which has no frames; it is brought once for all runs on a document.
 *
 * @param within a selector of what is looked at
 */
export async function expectNoViolations(
  page: Page,
  rules: RunOptions = ALL_RULES,
  within = "html",
): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
  }
  const violations = await page.evaluate(
    async ([options, context]) => {
      const inPage = (window as unknown as { axe: typeof axe }).axe;
      const found = await inPage.run(context, {
        ...options,
        resultTypes: ["violations"],
      });
      return found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`,
      );
    },
    [rules, within] as const,
  );
  expect(violations).toEqual([]);
}

/** Whether the colours hold, dark and forced as well. */
export async function expectColoursHold(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await expectNoViolations(page, COLOUR_RULES);
  await page.emulateMedia({ forcedColors: "none" });
}

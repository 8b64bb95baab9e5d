import axe, { type RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";
import { markColourKinds, OF_EACH_KIND } from "./colour-kinds";

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

/**
 * The same but for the size of targets, where `smallTargets` asks for that at two widths: of all rules it takes longest but
 * for contrast.
 */
export const RULES_BUT_TARGETS: RunOptions = {
  ...ALL_RULES,
  rules: { "target-size": { enabled: false } },
};

/** What depends on the colours alone. */
export const COLOUR_RULES: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** Brings axe into a page, once for all runs on a document. The debugger takes half a megabyte better than `evaluate`. */
async function bring(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const debug = await page.context().newCDPSession(page);
  await debug.send("Runtime.evaluate", { expression: axe.source });
  await debug.detach();
}

/**
 * Runs axe in the page itself, which has no frames.
 *
 * @param within a selector of what is looked at
 * @param contrastOf a selector of the texts whose contrast is measured: a few of each kind unless told otherwise
 */
export async function expectNoViolations(
  page: Page,
  rules: RunOptions = ALL_RULES,
  within = "html",
  contrastOf = OF_EACH_KIND,
): Promise<void> {
  await bring(page);
  if (contrastOf === OF_EACH_KIND) await markColourKinds(page);
  const violations = await page.evaluate(
    async ([options, context, selector]) => {
      const inPage = (window as unknown as { axe: typeof axe }).axe;
      inPage.configure({ rules: [{ id: "color-contrast", selector }] });
      const found = await inPage.run(context, {
        ...options,
        // It fetches sheets and media, for one rule of ours, which takes longer than most rules.
        preload: document.querySelector("[autoplay]") !== null,
        resultTypes: ["violations"],
      });
      return found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`,
      );
    },
    [rules, within, contrastOf] as const,
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

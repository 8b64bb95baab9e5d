import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const RULES = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

/** No screen has a frame of another origin, which axe would open a page of its own for; only violations are looked at. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
}

/** Every rule of WCAG 2.2 A and AA that axe knows, and what it calls best practice, unless `narrow` says less. */
export async function expectNoViolations(
  page: Page,
  narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe.withTags(RULES),
): Promise<void> {
  const { violations } = await narrow(axeOn(page)).analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`,
    ),
  ).toEqual([]);
}

export function onlyContrast(axe: AxeBuilder): AxeBuilder {
  return axe.withRules(["color-contrast", "link-in-text-block"]);
}

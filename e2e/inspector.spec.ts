import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import {
  awake,
  daysAgo,
  figureButton,
  figureOf,
  numberIn,
  panel,
  usDay,
} from "./support/panels";
import { expect, test } from "./support/test";

const LONG_TERM =
  "Long-term status is reached after 100 cumulative days at the facility.";

/** What each figure is said to be, and how: the sign of an arithmetic, or what is left out. */
const FIGURES = [
  ["patient_count", "Patient count", "at least one day of care", "counts once"],
  ["days_of_care", "Days of care", "Days of care of all patients", "today"],
  ["snf_adm", "SNF ADM", "Admissions to a skilled nursing", "Left out"],
  ["rth", "RTH/RTH%", "Return to hospital", "÷"],
  ["ed", "ED/ED%", "visited an emergency department", "÷"],
  ["ach_adm", "ACH ADM", "from an acute care hospital", "Left out"],
  ["h_1000", "H/1000", LONG_TERM, "÷"],
  ["ed_1000", "ED/1000", LONG_TERM, "÷"],
  ["adm_1000", "ADM/1000", LONG_TERM, "÷"],
  ["pd_lt_doc", "PD LT DOC", LONG_TERM, "Left out"],
] as const;

const FROM = daysAgo(200);
const TO = daysAgo(20);

/** Texts of the list of filters that a figure stands under. */
async function filtersIn(inspector: Locator): Promise<string[]> {
  return inspector.getByRole("listitem").allInnerTexts();
}

/** Works out again what the inspector says: '158 returns ÷ 799 admissions × 100 = 19.77%.' */
async function expectRightArithmetic(inspector: Locator, value: string) {
  const working = inspector.getByText(/^[\d,]+ [a-zED ]+ ÷ .+ =/).last();
  const [, over, under, times, result] =
    /^([\d,]+)\D+ ÷ ([\d,.]+) \D+ × ([\d,]+) = ([\d,.]+)/.exec(
      await working.innerText(),
    ) ?? [];
  const [events, denominator, multiplier, rate] = [
    over,
    under,
    times,
    result,
  ].map((text) => numberIn(text ?? ""));
  expect(((events ?? 0) / (denominator ?? 0)) * (multiplier ?? 0)).toBeCloseTo(
    rate ?? NaN,
    1,
  );
  expect(value.replaceAll(",", "")).toContain((rate ?? NaN).toFixed(2));
}

/** True while the focus is in an element. */
function holdsFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node.contains(document.activeElement));
}

async function expectTarget(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport();
  expect(await element.evaluate((node) => node.matches(":target"))).toBe(true);
}

test.describe("the figures of a company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "each of the ten opens with its value, definition, arithmetic and filters, and closes again",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      const home = `/company-overview?isnp=true&startDate=${FROM}&endDate=${TO}`;
      await page.goto(home);
      await awake(page, scripts);
      for (const [tag, label, definition, working] of FIGURES) {
        const figure = await figureOf(page, tag);
        expect(figure.label).toBe(label);
        await figureButton(page, tag).click();
        await expect(page).toHaveURL(new RegExp(`[?&]inspect=${tag}\\b`));
        const inspector = panel(page, scripts, label);
        await expect(
          inspector.getByRole("heading", { name: label, exact: true }),
        ).toBeVisible();
        await expect(
          inspector.getByText(figure.value, { exact: true }),
        ).toBeVisible();
        await expect(inspector).toContainText(definition);
        await expect(inspector).toContainText(working);
        if (working === "÷")
          await expectRightArithmetic(inspector, figure.value);
        expect(await filtersIn(inspector)).toEqual([
          "Company: All facilities",
          `Start date: ${usDay(FROM)}`,
          `End date: ${usDay(TO)}`,
          "ISNP Patients Only",
        ]);
        // Without scripts the next figure can be pressed as well.
        if (!scripts && tag !== "pd_lt_doc") continue;
        await inspector.getByRole("link", { name: "Close" }).click();
        await expect(inspector).toBeHidden();
        const { pathname, search } = new URL(page.url());
        expect(`${pathname}${search}`).toBe(home);
      }
    },
  );

  test(
    "an inspector in the address is open from the start, and Close leads back to its figure",
    { tag: "@no-scripts" },
    async ({ page, scripts }) => {
      await page.goto("/company-overview?sort=name&inspect=rth");
      const inspector = panel(page, scripts, "RTH/RTH%");
      await expect(inspector).toContainText("How it is worked out");
      await inspector.getByRole("link", { name: "Close" }).click();
      await expect(inspector).toBeHidden();
      await expect(page).toHaveURL(
        /company-overview\?sort=name&dir=asc(#.*)?$/,
      );
      if (scripts) await expect(figureButton(page, "rth")).toBeFocused();
      else await expectTarget(page, figureButton(page, "rth"));
    },
  );

  test(
    "a figure opens where it is read on: in a dialog that holds the focus, or where the page lands",
    { tag: "@no-scripts-at-length" },
    async ({ page, scripts }) => {
      await page.goto("/company-overview");
      await awake(page, scripts);
      const opener = figureButton(page, "ed_1000");
      await opener.focus();
      const holder = () =>
        page.evaluate(() => getComputedStyle(document.body).position);
      const before = await holder();
      await page.keyboard.press("Enter");
      const inspector = panel(page, scripts, "ED/1000");
      if (!scripts) {
        await expectTarget(page, inspector);
        return;
      }
      await expect(inspector).toBeVisible();
      await expect.poll(() => holdsFocus(inspector)).toBe(true);
      // Where the body begins to hold what is placed in it, Firefox makes the page anew, and a screen reader loses its place.
      expect(await holder()).toBe(before);
      // The page behind it cannot be read or pressed.
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
      for (const way of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
        await page.keyboard.press(way);
        expect(await holdsFocus(inspector), `after ${way}`).toBe(true);
      }
      await page.keyboard.press("Escape");
      await expect(inspector).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  );
});

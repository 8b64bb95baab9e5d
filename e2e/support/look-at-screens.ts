import type { Page } from "@playwright/test";
import { cookiesOf } from "./accounts";
import {
  cutTexts,
  enlargeText,
  setTextSize,
  smallTargets,
  spaceText,
  whatMoves,
} from "./adaptation";
import {
  ALL_RULES,
  expectColoursHold,
  expectNoViolations,
  RULES_BUT_TARGETS,
} from "./axe";
import {
  expectStill,
  holdScriptsUntilPainted,
  watchShifts,
} from "./layout-shift";
import type { Screen } from "./pages/screen";
import { expect, test } from "./test";

const WIDTHS = [320, 360, 640, 768, 1024, 1280, 1920];
const TEXT_PX = 16;

async function expectTitled(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Sojourn/);
  // By its tag: a dialog hides the page behind it, with its heading, from assistive technology.
  await expect(page.locator("h1")).toHaveCount(1);
  expect(await page.evaluate(overlapOfTitle), "px over the title").toBe(0);
}

/** By how much what follows the head of a page reaches into its title. */
function overlapOfTitle(): number {
  const title = document.querySelector(".page-top h1");
  let next = title?.closest(".page-top")?.nextElementSibling;
  // What lies over the page, or has no room of its own, follows nothing.
  while (
    next &&
    (!next.clientHeight ||
      /absolute|fixed/.test(getComputedStyle(next).position))
  ) {
    next = next.nextElementSibling;
  }
  if (!title || !next) return 0;
  const { bottom } = title.getBoundingClientRect();
  return Math.max(0, Math.round(bottom - next.getBoundingClientRect().top));
}

async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.documentElement.scrollWidth -
      document.documentElement.clientWidth,
  );
}

async function expectNoSidewaysScroll(page: Page, how: string): Promise<void> {
  for (const width of [360, 1280, 1920]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await sidewaysOverflow(page), `${how}, ${width} px`).toBe(0);
  }
}

/** How many screens one page of the browser looks at: workers share them out. */
const MOST_IN_A_VISIT = 6;

/** Screens of one account, which are looked at in one session. Who signs in on the way comes by itself. */
function visitsOf(screens: readonly Screen[]): Screen[][] {
  const visits: Screen[][] = [];
  for (const screen of screens) {
    const visit = visits.find(
      (one) =>
        screen.account !== undefined &&
        one[0]?.account === screen.account &&
        one.length < MOST_IN_A_VISIT,
    );
    if (visit) visit.push(screen);
    else visits.push([screen]);
  }
  return visits;
}

/** A page as every screen finds it, whatever was asked of the one before. */
async function begin(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await setTextSize(page, TEXT_PX);
  await page.emulateMedia({
    colorScheme: "light",
    forcedColors: "none",
    reducedMotion: "no-preference",
  });
}

async function lookAtOne(
  page: Page,
  { open }: Screen,
  scripts: boolean,
): Promise<void> {
  await begin(page);
  if (typeof open === "string") await page.goto(open);
  else await open(page);
  await test.step("is titled", () => expectTitled(page));
  if (scripts) {
    await test.step("stands still while it loads", () => expectStill(page));
  }
  // Where there is time for it, the contrast of every text: the tests without scripts run at length alone.
  const contrastOf = scripts ? undefined : "*";
  const rules = scripts ? RULES_BUT_TARGETS : ALL_RULES;
  await test.step("breaks no rule of axe", () =>
    expectNoViolations(page, rules, "html", contrastOf));
  // Colours and sizes are of the sheets, which are the same without scripts.
  if (!scripts) return;
  await test.step("nor dark, nor in forced colours", () =>
    expectColoursHold(page));
  await test.step("never scrolls sideways, and its targets are large", async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysOverflow(page), `at ${width} px`).toBe(0);
      if (width === 360 || width === 1280) {
        expect(await smallTargets(page), `at ${width} px`).toEqual([]);
      }
    }
  });
  await test.step("is whole with its text spaced, and of twice the size", async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await spaceText(page);
    expect(await sidewaysOverflow(page), "with spaced text").toBe(0);
    expect(await cutTexts(page), "with spaced text").toEqual([]);
    await enlargeText(page);
    await expectNoSidewaysScroll(page, "with large text");
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    await setTextSize(page, 2 * TEXT_PX);
    await expectNoSidewaysScroll(page, "in a browser of large text");
  });
  await test.step("moves nothing where motion is not wanted", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await whatMoves(page)).toEqual([]);
  });
}

/** Opening a screen is most of what looking at it costs: one visit answers all that is asked of each. */
export function lookAt(screens: readonly Screen[], tag: string[]): void {
  for (const visit of visitsOf(screens)) {
    const [first] = visit;
    const names = visit.map(({ name }) => name).join(", ");
    test.describe(names, { tag }, () => {
      test.use({
        storageState: first?.account ? cookiesOf(first.account) : undefined,
        // axe is itself a script. Without the product's scripts the page stays as the server sent it.
        javaScriptEnabled: true,
      });

      test(`a title, one main heading and no accessibility violation: ${names}`, async ({
        page,
        scripts,
      }) => {
        test.setTimeout(visit.length * 60_000);
        if (scripts) {
          await watchShifts(page);
          await holdScriptsUntilPainted(page);
        } else {
          await page.route(/\/build\/.*\.js$/, (route) =>
            route.fulfill({ contentType: "text/javascript", body: "" }),
          );
        }
        const faults: string[] = [];
        for (const screen of visit) {
          const { name } = screen;
          await test
            .step(name, () => lookAtOne(page, screen, scripts))
            .catch((error: unknown) =>
              faults.push(`${name}: ${String(error)}`),
            );
        }
        expect(faults.join("\n\n")).toBe("");
      });
    });
  }
}

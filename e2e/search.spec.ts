import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { ALL_RULES, COLOUR_RULES, expectNoViolations } from "./support/axe";
import { intercept } from "./support/intercept";
import { title } from "./support/screens";
import { expect, test } from "./support/test";

const NONE = "no such place";

const GROUPS = ["Company", "Divisions", "Regions", "Facilities", "Reports"];

/** The search field, whatever it is by now: a search field or a combobox. */
function field(page: Page): Locator {
  return page.getByRole("banner").locator("input[name=q]");
}

function options(page: Page): Locator {
  return page.getByRole("listbox").getByRole("option");
}

/** Where scripts run, uses the field and waits for its list. */
async function openList(page: Page): Promise<void> {
  await expect(async () => {
    await field(page).blur();
    await field(page).focus();
    await expect(options(page).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** A facility's name as the search page lists it. */
async function someFacility(page: Page): Promise<string> {
  await page.goto("/search");
  return page
    .getByRole("region", { name: "Facilities" })
    .getByRole("link")
    .nth(3)
    .innerText();
}

test.describe("the company", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "has a box of at most 400, 480 and 700 px, on a row of its own on a phone",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.goto("/search");
      const box = page.getByRole("search");
      const home = page.getByRole("link", { name: "Sojourn home" });
      for (const [width, limit] of [
        [360, 400],
        [640, 400],
        [768, 480],
        [1024, 700],
        [1920, 700],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await expect(box).toHaveCSS("max-width", `${limit}px`);
        const [at, of] = [await box.boundingBox(), await home.boundingBox()];
        const isBelow = (at?.y ?? 0) >= (of?.y ?? 0) + (of?.height ?? 0);
        expect(isBelow, `at ${width} px`).toBe(width < 640);
      }
      await page.setViewportSize({ width: 360, height: 800 });
      expect((await box.boundingBox())?.width).toBe(328);
    },
  );

  test.describe("with scripts", () => {
    test("goes to a facility by keys alone", async ({ page }) => {
      const name = await someFacility(page);
      await page.goto("/company-overview");
      // Past the way to the page, the way home, and the places.
      for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press("Tab");
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(name.slice(0, 7).toLowerCase());
      const option = options(page).filter({ hasText: name });
      await expect(option).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await expect(option).toHaveAttribute("aria-selected", "true");
      await expect(field(page)).toHaveAttribute(
        "aria-activedescendant",
        (await option.getAttribute("id")) ?? "",
      );
      await expect(field(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(title(page)).toContainText(name);
      await expect(page.getByRole("main")).toBeFocused();
      await expect(page.getByRole("listbox")).toBeHidden();
    });

    test("the browse list has its groups, moves nothing of the page, opens in 200 ms or at once, and has no accessibility violation", async ({
      page,
    }) => {
      await page.goto("/company-overview");
      const before = await title(page).boundingBox();
      await openList(page);
      const list = page.getByRole("listbox");
      for (const name of GROUPS) {
        await expect(list.getByRole("group", { name })).toBeAttached();
      }
      expect(await title(page).boundingBox()).toEqual(before);
      await page.keyboard.press("ArrowUp");
      await expect(options(page).last()).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Tab");
      await expect(list).toBeHidden();

      await openList(page);
      const popup = list.locator("..");
      await expect(popup).toHaveCSS("animation-duration", "0.2s");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expect(popup).toHaveCSS("animation-name", "none");

      await page.keyboard.press("ArrowDown");
      await expectNoViolations(page, ALL_RULES, "header");
      await page.emulateMedia({ colorScheme: "dark" });
      await expectNoViolations(page, COLOUR_RULES, "header");
      await page.emulateMedia({ forcedColors: "active" });
      await expectNoViolations(page, COLOUR_RULES, "header");
      // The option is marked.
      await expect(options(page).first()).toHaveCSS("outline-style", "solid");
      await page.keyboard.press("Escape");
      await page.keyboard.type(NONE);
      await expect(
        page.getByText(`No results were found for “${NONE}”.`).first(),
      ).toBeVisible();
      await expectNoViolations(page, ALL_RULES, "header");
    });

    test(
      "what is typed while a page is on its way stays, with its list and the focus",
      { tag: "@at-length" },
      async ({ page }) => {
        await page.goto("/company-overview");
        await openList(page);
        await page.keyboard.press("Tab");
        let answer = () => {};
        const typed = new Promise<void>((resolve) => (answer = resolve));
        await intercept(page);
        await page.route(/-profile.*_data=/, async (route) => {
          await typed;
          await route.continue();
        });
        const row = page.locator("main a[href^='/division-profile/']").first();
        await row.click();
        await field(page).focus();
        await page.keyboard.type("nurs");
        await expect(options(page).first()).toBeVisible();
        answer();
        await expect(title(page)).toHaveText(/^Division Profile/);
        await expect(page.locator("main > p[aria-live]")).toHaveText(
          /^Division Profile/,
        );
        await expect(field(page)).toBeFocused();
        await expect(field(page)).toHaveValue("nurs");
        await expect(options(page).first()).toBeVisible();
      },
    );
  });
});

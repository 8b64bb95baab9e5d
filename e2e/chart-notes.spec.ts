import type { Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { tabTo } from "./support/keys";
import { alarm } from "./support/screens";
import { expect, test } from "./support/test";

test.use({ storageState: cookiesOf("demo-company") });

/**
 * The page of a facility of nobody among the demo accounts, as soon as its scripts run, where they may: its forms then
 * lead to no anchor any more. Each journey has one of its own: a page of the same address would take its notices.
 */
async function openEvents(page: Page, scripts: boolean, address: string) {
  await page.goto(`/events/facility/${address}`);
  if (!scripts) return;
  const form = page.locator("form:has(#phase-text)");
  await expect(form).not.toHaveAttribute("action", /#/);
}

test(
  "a phase is begun, asked about and ended by keys alone",
  { tag: ["@at-length", "@no-scripts-at-length"] },
  async ({ page, scripts }) => {
    const reason = `Nurse at night ${process.pid}-${Date.now()}`;
    await openEvents(page, scripts, `${scripts ? 105 : 106}?graph=adm_1000`);
    await tabTo(page, { tag: "BUTTON", name: /^Add the event$/ });
    await page.keyboard.press("Tab");
    const text = page.locator("#phase-text");
    await expect(text).toBeFocused();

    // What is wrong has the focus; without scripts the page lands at its form.
    await page.keyboard.press("Enter");
    await expect(alarm(page)).toContainText("Give the reason.");
    if (scripts) await expect(alarm(page)).toBeFocused();
    else await expect(page).toHaveURL(/#phase-heading$/);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Give the reason.");
    await page.keyboard.press("Enter");
    await expect(text).toBeFocused();

    await page.keyboard.type(reason);
    await page.keyboard.press("Tab");
    for (let back = 0; back < 4; back += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await tabTo(page, { tag: "BUTTON", name: /^Begin the phase$/ });
    await page.keyboard.press("Enter");
    await expect(page.getByText("The phase has begun.")).toBeVisible();
    await expect(page.locator("main")).toBeFocused();

    const open = page.getByRole("link", { name: `End: ${reason}` });
    await tabTo(page, { tag: "A", name: new RegExp(`^End: ${reason}$`) });
    await page.keyboard.press("Enter");
    const question = page.locator("#end-note");
    await expect(question).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(question.locator(":focus")).toHaveText("Cancel");
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(open).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(question).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(question.locator(":focus")).toHaveText("End the phase");
    await page.keyboard.press("Enter");
    await expect(
      page.getByText("Event removed from the charts."),
    ).toBeVisible();
    await expect(page.locator("main")).toBeFocused();
    await expect(open).toHaveCount(0);
  },
);

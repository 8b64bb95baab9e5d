import { readFileSync } from "node:fs";
import { cookiesOf } from "./support/accounts";
import {
  column,
  list,
  rows,
  signIn,
  submitLogin,
  title,
} from "./support/screens";
import { idleOnServer } from "./support/sessions";
import { expect, test } from "./support/test";

const PAGE = "/reports/cms-qies-reports";
const LIST = "Requested reports";

test.describe("the list of CMS reports", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("shows every state in words, and gives the file of a finished report", async ({
    page,
  }) => {
    await page.goto(PAGE);
    await expect(title(page)).toHaveText("CMS QIES Reports");
    const table = list(page, LIST);
    const states = await column(table, "Status");
    const words = states.map((state) => state.split("\n")[0]);
    expect([...new Set(words)].sort()).toEqual(
      expect.arrayContaining(["Automatic", "Completed", "Error", "Pending"]),
    );
    const finished = rows(table).filter({ hasText: "Completed" }).first();
    const link = finished.getByRole("link", { name: /^Download / });
    const name = (await link.innerText()).replace(/\.pdf$/, "");
    const [, , facility = ""] = await finished
      .getByRole("cell")
      .or(finished.getByRole("rowheader"))
      .allInnerTexts();
    const coming = page.waitForEvent("download");
    await link.click();
    const download = await coming;
    const saved = download.suggestedFilename();
    expect(saved).toContain(`${name}, ${facility}, `);
    expect(saved).toMatch(/\.pdf$/);
    const file = readFileSync(await download.path());
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    expect(file.toString("latin1").trimEnd()).toMatch(/%%EOF$/);
    const waiting = rows(table).filter({ hasText: "Pending" }).first();
    await expect(waiting.getByRole("link")).toHaveCount(0);
  });

  test("shows why a report failed, and opens its request again as it was", async ({
    page,
  }) => {
    await page.goto(PAGE);
    const failed = rows(list(page, LIST)).filter({ hasText: "Error" }).last();
    await expect(failed).toContainText("CMS ");
    const [, report = ""] = await failed
      .getByRole("cell")
      .or(failed.getByRole("rowheader"))
      .allInnerTexts();
    await failed.getByRole("link", { name: /^Request again: / }).click();
    const form = page.getByRole("form", { name: "Request CMS Report" });
    await expect(
      form.getByLabel("Report type").locator("option:checked"),
    ).toHaveText(report);
    await expect(form.getByLabel("Facility")).not.toHaveValue("");
    await expect(
      page.getByText("This portal makes the reports from its own census."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Close" }).click();
    await expect(form).toHaveCount(0);
    await expect(page).not.toHaveURL(/again=/);
  });

  test("is sorted and narrowed, and stays so when a request is thought better of", async ({
    page,
  }) => {
    await page.goto(PAGE);
    const table = list(page, LIST);
    const [name = ""] = await column(table, "Report Type");
    await page.getByLabel("Report name").selectOption(name);
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page).toHaveURL(/report=/);
    await expect
      .poll(async () => [...new Set(await column(table, "Report Type"))])
      .toEqual([name]);

    const head = table.getByRole("columnheader", { name: /^Status/ });
    for (const order of ["ascending", "descending"]) {
      await head.getByRole("link").click();
      await expect(head).toHaveAttribute("aria-sort", order);
    }
    const address = new URL(page.url());
    await page.locator("#request-cms-report").click();
    await expect(
      page.getByRole("heading", { name: "Request CMS Report" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL(
      (url) => url.pathname + url.search === PAGE + address.search,
    );
    await expect(page.locator("#request-cms-report")).toBeVisible();
  });
});

test("a request that meets the session's end is back after login, and not sent", async ({
  page,
  context,
  scripts,
}) => {
  await signIn(page, "demo-division");
  await page.goto(`${PAGE}/request`);
  // The button goes when scripts have taken the form over.
  await expect(
    page.getByRole("button", { name: "Show fields", includeHidden: true }),
  ).toHaveCount(scripts ? 0 : 1);
  const type = page.getByLabel("Report type");
  const facility = page
    .getByRole("form", { name: "Request CMS Report" })
    .getByLabel("Facility");
  await type.selectOption({ label: "MDS 3.0 Missing Assessment" });
  await facility.selectOption({ index: 2 });
  const chosen = await facility.inputValue();
  await idleOnServer(context, 15 * 60_000);
  await page.getByRole("button", { name: "Submit request" }).click();
  await expect(page).toHaveURL(/\/login/);
  await submitLogin(page, "demo-division");
  await expect(page).toHaveURL(/\/request/);
  await expect(
    page.getByText(
      "We put back what you had typed before you were logged out.",
    ),
  ).toBeVisible();
  await expect(page.getByText("It has not been sent.")).toBeVisible();
  await expect(type.locator("option:checked")).toHaveText(
    "MDS 3.0 Missing Assessment",
  );
  await expect(facility).toHaveValue(chosen);
  await expect(page.getByText("New report requested successfully")).toHaveCount(
    0,
  );
});

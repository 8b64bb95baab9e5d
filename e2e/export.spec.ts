import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { cookiesOf } from "./support/accounts";
import { figureOf, numberIn, ownPath, panel } from "./support/panels";
import { signIn } from "./support/screens";
import { expect, test } from "./support/test";

const LEVELS = [
  ["demo-company", "company"],
  ["demo-facility", "facility"],
  ["demo-physicians", "physician"],
] as const;

/** The figures whose rows are counted, and the column that names what is counted. */
const COUNTED = [
  ["rth", "RTH/RTH%", "stay_id"],
  ["patient_count", "Patient count", "patient_id"],
] as const;

interface Table {
  head: string[];
  rows: Record<string, string>[];
}

/** A saved file as a spreadsheet reads it. */
async function tableOf(download: Download): Promise<Table> {
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const records: string[][] = parse(bytes, { bom: true });
  const [head = [], ...rows] = records;
  return {
    head,
    rows: rows.map((cells) =>
      Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])),
    ),
  };
}

/** Opens the inspector of a figure by its address, and presses 'Export metric data'. */
async function exportFigure(
  page: Page,
  scripts: boolean,
  { path, tag, label }: { path: string; tag: string; label: string },
): Promise<{ download: Download; value: string }> {
  await page.goto(`${path}?inspect=${tag}`);
  const inspector = panel(page, scripts, label);
  await expect(inspector).toBeVisible();
  const { value } = await figureOf(page, tag);
  const saved = page.waitForEvent("download");
  await inspector.getByRole("link", { name: "Export metric data" }).click();
  return { download: await saved, value };
}

for (const [account, level] of LEVELS) {
  test.describe(`the figures of a ${level}`, () => {
    test.use({ storageState: cookiesOf(account) });

    test(`the figures of a ${level} are saved as files whose rows explain them`, async ({
      page,
      scripts,
    }) => {
      const path = await ownPath(page);
      const id = /\d+$/.exec(path)?.[0] ?? "0";
      const from = await page.getByLabel("From Date").inputValue();
      const to = await page.getByLabel("To Date").inputValue();
      const nameOf = (tag: string) =>
        `${tag}-${level}-${id}-from-${from}-${to}.csv`;

      for (const [tag, label, key] of COUNTED) {
        const figure = { path, tag, label };
        const { download, value } = await exportFigure(page, scripts, figure);
        expect(download.suggestedFilename()).toBe(nameOf(tag));
        const { head, rows } = await tableOf(download);
        expect(head).toEqual(
          expect.arrayContaining([
            "facility_name",
            "patient_id",
            "admitted_on",
          ]),
        );
        expect(rows).toHaveLength(numberIn(value));
        expect(new Set(rows.map((row) => row[key])).size).toBe(rows.length);
        expect(rows.length).toBeGreaterThan(0);
      }

      const { download, value } = await exportFigure(page, scripts, {
        path,
        tag: "days_of_care",
        label: "Days of care",
      });
      expect(download.suggestedFilename()).toBe(nameOf("days_of_care"));
      const { rows } = await tableOf(download);
      const days = rows.map((row) => Number(row.days_in_range));
      expect(days.reduce((sum, one) => sum + one, 0)).toBe(numberIn(value));
      // What was open stays open.
      await expect(panel(page, scripts, "Days of care")).toBeVisible();
    });
  });
}

test.describe("an export of nothing", () => {
  test("is not offered, and comes back to its inspector, which says so", async ({
    page,
    scripts,
  }) => {
    // A session of its own: what is said once would be said to any journey of a shared one that is on the same page.
    await signIn(page, "demo-facility");
    const path = await ownPath(page);
    const range = "startDate=1990-01-01&endDate=1990-01-31";
    await page.goto(`${path}?${range}&inspect=rth`);
    const inspector = panel(page, scripts, "RTH/RTH%");
    await expect(inspector).toContainText("There is nothing to export");
    await expect(
      inspector.getByRole("link", { name: "Export metric data" }),
    ).toHaveCount(0);
    // As where the stays were taken back after the page had come.
    const [, level, id] = /^\/(\w+)-profile\/(\d+)/.exec(path) ?? [];
    await page.goto(`/metric-data/${level}/${id}?measure=rth&${range}`);
    await expect(page).toHaveURL(new RegExp(`${path}.${range}&inspect=rth$`));
    const words = "No results found for this search.";
    await expect(
      (scripts ? inspector : page.getByRole("main"))
        .getByRole("listitem")
        .filter({ hasText: words }),
    ).toBeVisible();
  });
});

test.describe("the file of another facility", () => {
  test.use({ storageState: cookiesOf("demo-facility") });

  test("the file of another facility is refused with a page", async ({
    page,
    scripts,
  }) => {
    const path = await ownPath(page);
    await page.goto(`${path}?inspect=rth`);
    const own = await panel(page, scripts, "RTH/RTH%")
      .getByRole("link", { name: "Export metric data" })
      .getAttribute("href");
    const id = Number(/\d+$/.exec(path)?.[0]);
    const foreign = own?.replace(`/facility/${id}`, `/facility/${id + 1}`);
    expect(foreign).not.toBe(own);
    const answer = await page.goto(foreign ?? "");
    expect(answer?.status()).toBe(403);
    expect(answer?.headers()["content-disposition"]).toBeUndefined();
    await expect(page.getByRole("main")).toContainText(
      "Sorry, you don't have permission to access this page. (403)",
    );
  });
});

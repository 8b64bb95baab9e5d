import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { cookiesOf } from "./support/accounts";
import { column, list, rows, title } from "./support/screens";
import { expect, test } from "./support/test";

const REPORT = "/reports/medical-staff-report";

test.describe("the medical staff report", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test("is narrowed, sorted, saved as it is shown, and leads to a physician", async ({
    page,
  }) => {
    await page.goto(REPORT);
    const staff = list(page, "Medical Staff");
    const everybody = await rows(staff).count();
    expect(everybody).toBeGreaterThan(100);

    await page.getByLabel("Region").selectOption({ index: 1 });
    const region = await page
      .getByLabel("Region")
      .locator("option:checked")
      .innerText();
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(title(page)).toHaveText(`Medical Staff Report ${region}`);
    const some = await rows(staff).count();
    expect(some).toBeLessThan(everybody);

    await staff.getByRole("link", { name: "Patients", exact: true }).click();
    await expect(page).toHaveURL(/sort=patient_count/);
    await expect(
      staff.getByRole("columnheader", { name: "Patients", exact: true }),
    ).toHaveAttribute("aria-sort", "ascending");
    const patients = (await column(staff, "Patients")).map(Number);
    expect(patients).toEqual([...patients].sort((a, b) => a - b));

    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as CSV" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(
      /^medical-staff-region-\d+-from-[\d-]+\.csv$/,
    );
    const records: Record<string, string>[] = parse(
      await readFile(await download.path()),
      { bom: true, columns: true },
    );
    expect(records.map((row) => Number(row.patient_count))).toEqual(patients);

    await rows(staff).getByRole("link").first().click();
    await expect(title(page)).toContainText("Physician Profile");
  });
});

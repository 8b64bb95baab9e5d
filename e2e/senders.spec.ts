import type { Page } from "@playwright/test";
import { startPortal, type Portal } from "./clients/portal";
import { PASSWORD } from "./support/accounts";
import { expect, test } from "./support/test";

// Its own portal: other journeys look at one without senders.
let portal: Portal;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortal();
});
test.afterAll(() => portal.stop());

async function save(page: Page, codes: string): Promise<void> {
  await page.getByLabel("Codes").fill(codes);
  await page.getByRole("button", { name: "Save sender" }).click();
}

const problem = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Somebody else has changed" });

test("of two who edit one sender the second sees what the first has saved, and nothing is passed over", async ({
  page,
  context,
}) => {
  const origin = `http://127.0.0.1:${portal.port}`;
  await page.request.post(`${origin}/login`, {
    headers: { origin },
    form: { username: "demo-accounts", password: PASSWORD },
  });
  const address = `${origin}/feed/sender?sender=TWO-TABS&facility=Q`;
  await page.goto(address);
  await page.getByLabel("Sends as").selectOption({ index: 2 });
  await save(page, "");
  await expect(page.getByText("The sender was saved")).toBeVisible();
  const other = await context.newPage();

  await page.goto(address);
  await other.goto(address);
  await save(other, "PV1-2:EMR=E");
  await expect(other.getByText("The sender was saved")).toBeVisible();
  await save(page, "PV1-2:OUT=O");
  await expect(problem(page)).toContainText("Codes: PV1-2:EMR=E");
  await expect(page.getByLabel("Codes")).toHaveValue("PV1-2:OUT=O");
  await save(page, "PV1-2:EMR=E PV1-2:OUT=O");
  await expect(page.getByText("The sender was saved")).toBeVisible();

  // Who ends it too late sees it as it is by now.
  await page.goto(address);
  await other.goto(address);
  await save(other, "PV1-2:NEW=I");
  await expect(other.getByText("The sender was saved")).toBeVisible();
  await page.getByRole("button", { name: "End sender" }).click();
  await expect(problem(page)).toBeVisible();
  await expect(page.getByLabel("Codes")).toHaveValue("PV1-2:NEW=I");
  await page.getByRole("button", { name: "End sender" }).click();
  await expect(page.getByText("The sender was ended")).toBeVisible();
});

import { isoDayOf } from "../app/domain/calendar";
import { CENSUS } from "../tests/pages/support/census";
import { logInAt, startPortalWith } from "./support/portal-of-host";
import { importCensus } from "./support/portal-with-login";
import { expect, test } from "./support/test";

const FACILITY =
  "Waldkrankenhauspflegezentrumsverwaltungsgesellschaftshausnord";
const SURNAME = "Featherstonehaughcholmondeleyworces";
const USERNAME = "u".repeat(200);

const today = Math.floor(Date.now() / 86_400_000);
const ago = (days: number) => isoDayOf(today - days);

/** The small census with names that have no place to break, and something of the last days on every page. */
function longNames(): Record<string, string> {
  const named = (text: string) =>
    text
      .replaceAll("Elm House", FACILITY)
      .replaceAll("Canarylast", SURNAME)
      .replaceAll("isnp,Ina,Isnp", `${USERNAME},Ina,${SURNAME}`)
      .replaceAll("Gina,Gray", `Gina,${SURNAME}`)
      .replaceAll("Fay,Facility", `Fay,${SURNAME}`);
  return {
    ...Object.fromEntries(
      Object.entries(CENSUS).map(([file, text]) => [file, named(text)]),
    ),
    "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned
1,1,101,${ago(40)},inpatient,false
2,2,101,${ago(3)},inpatient,false
3,1,101,${ago(3)},ed_only,false`,
    "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
1,1,101,1000000001,${ago(1)}T23:30:00Z,Progress Note,Short of breath.,${SURNAME},true`,
  };
}

/** Pages by who opens them. */
const PAGES: Record<string, string[]> = {
  accounts: ["/users", "/census"],
  company: [
    "/facility-profile/101",
    "/region-profile/11",
    "/region-profile/11?compare=rth",
    "/physician-profile/1000000001",
    "/today/facility/101",
    "/today/physician/1000000001",
    "/residents/1",
    "/reports/after-hours-patient-report/",
    "/reports/medical-staff-report",
    "/reviews",
    "/transfers/facility/101",
    "/figure-rows/facility/101?measure=ach_adm&startDate=2025-01-01&endDate=2025-12-31",
    "/transfer-notices/facility/101?due=1",
    "/transfer-notices/1",
    "/signals/region/11",
  ],
};

let portal: Awaited<ReturnType<typeof startPortalWith>>;
test.beforeAll(async () => {
  portal = await startPortalWith({ DEMO: "0" }, (dataDir) =>
    importCensus(dataDir, longNames()),
  );
});
test.afterAll(() => portal.stop());

for (const width of [390, 768, 1280]) {
  for (const [who, addresses] of Object.entries(PAGES)) {
    test(
      `names without a place to break make no page of ${who} wider than ${width} px`,
      { tag: "@at-length" },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await logInAt(page, portal.origin, who);
        for (const address of addresses) {
          await page.goto(portal.origin + address);
          const text = await page.locator("main").innerText();
          const isNamed = text.includes(FACILITY) || text.includes(SURNAME);
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          expect.soft([address, isNamed, wide]).toEqual([address, true, 0]);
        }
      },
    );
  }
}

test(
  "a long name makes no row of another user higher",
  { tag: "@at-length" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await logInAt(page, portal.origin, "accounts");
    await page.goto(`${portal.origin}/users`);
    const others = page.locator("#users tbody tr").filter({
      hasNotText: SURNAME,
    });
    const heights = await others
      .locator(".row-actions")
      .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.max(...heights)).toBeLessThan(40);
  },
);

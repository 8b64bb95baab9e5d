import { describe, expect, it } from "vitest";
import {
  all,
  documentOf,
  textsOf,
} from "../../../../tests/pages/support/document";
import { onOwnPortal } from "../../../../tests/pages/support/on-portal";
import type { Portal } from "../../../../tests/pages/support/portal";
import { inStore } from "../../../../tests/pages/support/store-of-portal";

const YEAR = "startDate=2025-01-01&endDate=2025-12-31";
const RETURNS = `figure-rows/facility/101?${YEAR}&measure=rth`;
/** One more than a page has; each came from hospital, and was there again after going home. */
const MANY = Array.from({ length: 101 }, (_, at) => at + 10);

const lines = (row: (id: number) => string) => MANY.map(row).join("\n");

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  census: {
    "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
1,M1,Canaryfirst,Canarylast,7
${lines((id) => `${id},M-${id},Ada,Lee,7`)}`,
    "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp
1,1,101,1000000001,2025-01-10,,hospital,true
${lines((id) => `${id},${id},102,1000000002,2025-02-10,2025-02-20,hospital,false`)}`,
    "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned
1,1,101,2025-01-20,inpatient,false
${lines((id) => `${id},${id},102,2025-03-01,inpatient,false`)}`,
  },
});

async function open(path: string, username: string) {
  const browser = await portal.browser().loggedIn(username);
  const { text, status } = await browser.get(`/${path}`);
  const document = documentOf(text);
  return {
    status,
    document,
    rows: all(document, "#rows tbody tr").map((row) =>
      Array.from(row.children, (cell) => cell.textContent),
    ),
    hrefs: all(document, "main a").map((link) => link.getAttribute("href")),
  };
}

describe("the rows behind a figure", () => {
  it("are opened from the inspector by whoever may read lists of residents", async () => {
    const inspect = `facility-profile/101?${YEAR}&inspect=rth`;
    expect((await open(inspect, "facility")).hrefs).toContain(`/${RETURNS}`);
    const { hrefs } = await open(inspect, "accounts");
    expect(hrefs.filter((href) => href?.includes("figure-rows"))).toEqual([]);
  });

  it("name residents, with the way to each, and are recorded", async () => {
    const { rows, hrefs, document } = await open(RETURNS, "facility");
    expect(textsOf(document, "h1")).toEqual(["RTH/RTH%: residents Elm House"]);
    expect(rows).toEqual([
      [
        "Canarylast, CanaryfirstM1",
        "Gray, Gina",
        "01/10/2025",
        "01/20/2025, Inpatient",
      ],
    ]);
    expect(textsOf(document, "h2")).toContain(
      "1 row, one for each return to hospital",
    );
    expect(hrefs).toContain("/residents/1");
    const event = await inStore(portal, ({ db }) =>
      db
        .selectFrom("audit_events")
        .innerJoin(
          "audited_residents",
          "audited_residents.list_id",
          "audit_events.list_id",
        )
        .where("action", "=", "view_patients")
        .where("details", "like", "%figure%")
        .select(["patient_id", "details"])
        .executeTakeFirst(),
    );
    expect(event).toMatchObject({
      patient_id: 1,
      details: expect.stringContaining('"figure":"rth"'),
    });
  });

  it("go on behind the last of a page, and say what happened after discharge", async () => {
    const first = await open(
      `figure-rows/region/11?${YEAR}&measure=rth`,
      "region",
    );
    expect(first.rows).toHaveLength(100);
    expect(first.rows.at(-1)).toEqual([
      "Lee, AdaM-108",
      "Oak House",
      "Stone, Sam",
      "02/10/2025",
      "03/01/2025, Inpatient, after discharge",
    ]);
    const next = first.hrefs.find((href) => href?.includes("start="));
    const { rows } = await open(next!.slice(1), "region");
    expect(rows.map(([resident]) => resident)).toEqual([
      "Lee, AdaM-109",
      "Lee, AdaM-110",
    ]);
  });

  it.each(["measure=nothing", `measure=rth&start=x`, `measure=rth&start=1.2`])(
    "are not found by %s",
    async (query) => {
      const path = `figure-rows/facility/101?${query}`;
      expect((await open(path, "facility")).status).toBe(404);
    },
  );
});

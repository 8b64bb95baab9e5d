import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi } from "~server/testing/open-test-api";
import { viewResident } from "~server/residents/service";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  ROAMING_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";
import { auditFile, listAuditEvents } from "./service";
import { trailOf } from "./testing/trail-of";

const CANARY = "Canaryson";
const RANGE = "2026-01-01/2026-06-15";
const HEADERS = { "content-type": "application/json" };

describe.each(TEST_DIALECTS)("what is written on %s", (dialect) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await openTestApi(dialect);
    const { db } = api.deps.store;
    await seedOrganization(db);
    const name = { first_name: CANARY, last_name: CANARY, mrn: CANARY };
    await db.updateTable("patients").set(name).execute();
    await db.updateTable("stays").set({ discharged_on: null }).execute();
    const note = {
      patient_id: 1,
      facility_id: 111,
      npi: ROAMING_NPI,
      noted_at: "2026-06-15T11:00:00.000Z",
      note_type: CANARY,
      note_text: `${CANARY} fell.`,
      provider: CANARY,
      high_risk: 1,
    } as const;
    await db
      .insertInto("notes")
      .values({ ...note, id: 1 })
      .execute();
    await db
      .insertInto("transfers")
      .values({
        id: 1,
        patient_id: 1,
        facility_id: 111,
        transferred_on: epochDayOf("2026-02-01"),
        outcome: "inpatient",
        planned: 0,
        stay_id: 1,
        long_stay: 0,
      })
      .execute();
  });
  afterEach(() => api.close());

  /** Calls with the canary wherever a text may be typed. */
  const calls = (physician: string): [path: string, init?: RequestInit][] => [
    ["/auth/me/"],
    ["/auth/users"],
    ["/api/company/organization/"],
    [`/api/physician/${ROAMING_NPI}/`],
    [`/api/physicians?s=${CANARY}`],
    ...["metrics", "summary", "frailty", "medicalstaff"].flatMap(
      (noun): [string][] => [
        [`/api/${noun}/${physician}/${RANGE}/`],
        [`/api/${noun}/facility/111/${RANGE}/`],
        [`/api/${noun}/company/0/${RANGE}/`],
      ],
    ),
    ...FIGURE_TAGS.map((tag): [string] => [
      `/api/metricdatacsv/${physician}/${RANGE}/?measure_name=${tag}`,
    ]),
    [`/api/new_graphs/${physician}/2026-06-15/`],
    [`/api/qmcalculator/${physician}/`],
    ["/api/physicianalerts/"],
    ["/api/physicianalerts/unread/"],
    [
      "/api/physicianalerts/read/",
      { method: "POST", headers: HEADERS, body: '{"noteIds":[1]}' },
    ],
    ["/api/reports/"],
    [
      "/api/reports/1/roles",
      {
        method: "POST",
        headers: HEADERS,
        body: '{"role":"facility","allow":false}',
      },
    ],
    [`/api/QIES-reports/${RANGE}/`],
    [`/api/QIES-reports/${CANARY}`],
    [`/api/metrics/facility/111/${RANGE}/?measure_name=${CANARY}`],
    [
      "/auth/login/",
      {
        method: "POST",
        body: new URLSearchParams({ username: CANARY, password: CANARY }),
      },
    ],
    [`/${CANARY}`],
    ["/auth/logout/", { method: "DELETE" }],
  ];

  it("holds no name of a patient, no note and nothing that was typed", async () => {
    let shown = 0;
    for (const accessLevel of [
      "company",
      "account_manager",
      "facility",
      "physician",
    ] as const) {
      const ids = { facility: [111], physician: [ROAMING_NPI] };
      const { token } = await api.signIn({
        accessLevel,
        ids: accessLevel in ids ? ids[accessLevel as keyof typeof ids] : [0],
      });
      await api.ask(token, viewResident, { id: 1, page: 0 });
      for (const query of [{ user: CANARY }, {}]) {
        await api.ask(token, listAuditEvents, query);
        const { file } = await api.askFile(token, auditFile, query);
        await new Response(file?.body).text();
      }
      for (const [path, init] of calls(`physician/${ROAMING_NPI}`)) {
        const headers = { ...init?.headers, "x-access-token": token };
        const response = await api.fetch(path, { ...init, headers });
        expect([path, response.status < 500]).toEqual([path, true]);
        if ((await response.text()).includes(CANARY)) shown += 1;
      }
    }
    // The answers do hold it, and tell of it.
    expect(shown).toBeGreaterThan(10);
    const trail = await trailOf(api);
    const actions = new Set(trail.map(({ action }) => action));
    expect([...actions]).toEqual(
      expect.arrayContaining([
        "view_patients",
        "view_resident",
        "view_notes",
        "mark_notes_read",
        "export_rows",
        "change_report_access",
        "view_audit_trail",
        "export_audit_trail",
        "sign_out",
      ]),
    );
    const written = [...trail, ...api.logged].map((one) => JSON.stringify(one));
    expect(
      written.filter((text) => text.toLowerCase().includes("canaryson")),
    ).toEqual([]);
  });
});

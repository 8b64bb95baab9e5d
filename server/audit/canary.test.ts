import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { listFindings } from "~server/data-quality/service";
import { markRead } from "~server/notes/service";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi } from "~server/testing/open-test-api";
import { findResidents, viewResident } from "~server/residents/service";
import { findReview, listReviews } from "~server/reviews/service";
import { listToday } from "~server/today/service";
import { listTransfers, transferFile } from "~server/transfers/service";
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
        transferred_on: epochDayOf("2026-06-10"),
        outcome: "inpatient",
        planned: 0,
        stay_id: 1,
        trip_id: 1,
        trip_planned: 0,
        assumed: 1,
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

  /** Calls and services that show residents to some user. */
  function shows(token: string): [string, () => Promise<unknown>][] {
    const place = { level: "facility", id: 111 } as const;
    const days = { startDate: "2026-01-01", endDate: "2026-06-15" };
    const range = { ...place, ...days, isnp: false };
    const list = { ...range, group: null, page: 0 };
    const assumed = { facilityId: 111, kind: "assumed_outcome" } as const;
    return [
      ...calls(`physician/${ROAMING_NPI}`)
        .filter(([, init]) => init === undefined)
        .map(([path]): [string, () => Promise<string>] => [
          path,
          async () => {
            const response = await api.get(path, token);
            return response.ok ? response.text() : "";
          },
        ]),
      ["resident", () => api.ask(token, viewResident, { id: 1, page: 0 })],
      ["search", () => api.ask(token, findResidents, { text: CANARY })],
      ["today", () => api.ask(token, listToday, { ...place, file: false })],
      [
        "file of today",
        () => api.ask(token, listToday, { ...place, file: true }),
      ],
      ["transfers", () => api.ask(token, listTransfers, list)],
      ["findings", () => api.ask(token, listFindings, { ...assumed, page: 0 })],
      ["reviews", () => api.ask(token, listReviews, { place, page: 0 })],
      ["review", () => api.ask(token, findReview, { id: 1 })],
      [
        "file of transfers",
        async () => {
          const { file } = await api.askFile(token, transferFile, range);
          return new Response(file?.body).text();
        },
      ],
    ];
  }

  async function namedResidents(): Promise<number> {
    await api.deps.audit.settled();
    const { named } = await api.deps.store.db
      .selectFrom("audited_residents")
      .innerJoin(
        "audit_events",
        "audit_events.list_id",
        "audited_residents.list_id",
      )
      .select((eb) => eb.fn.countAll<number>().as("named"))
      .executeTakeFirstOrThrow();
    return Number(named);
  }

  it("names the residents of each answer and file that shows any", async () => {
    const showed = new Set<string>();
    for (const [accessLevel, id] of [
      ["company", 0],
      ["facility", 111],
      ["physician", ROAMING_NPI],
    ] as const) {
      const { token } = await api.signIn({ accessLevel, ids: [id] });
      for (const [name, ask] of shows(token)) {
        const before = await namedResidents();
        const text = JSON.stringify(await ask());
        if (!text.includes(CANARY)) continue;
        showed.add(name.replace(/\/\d{4}-.*/, ""));
        expect([name, await namedResidents()]).toEqual([
          name,
          expect.toSatisfy((named: number) => named > before),
        ]);
      }
    }
    expect([...showed].sort()).toEqual([
      `/api/metricdatacsv/physician/${ROAMING_NPI}`,
      "/api/physicianalerts/",
      `/api/summary/physician/${ROAMING_NPI}`,
      "file of today",
      "file of transfers",
      "findings",
      "resident",
      "review",
      "reviews",
      "search",
      "today",
      "transfers",
    ]);
  });

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
      await api.ask(token, findResidents, { text: CANARY });
      await api.ask(token, markRead, { noteIds: [1] });
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

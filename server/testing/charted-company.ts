import { getChartNotes } from "~/contract/chart-notes";
import { epochDayOf, isoDayOf, type EpochDay } from "~/domain/calendar";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import type { Dialect } from "~/runtime/database/connect.server";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertRows, transferRow } from "~server/measures/testing/census";
import { openTestApi, type TestApi, type TestUser } from "./open-test-api";
import { seedOrganization } from "./seed-organization";

export const EVENT = {
  kind: "event",
  measures: ["rth_30", "ed_30"],
  from: "2026-03-14",
  text: "A new unit manager",
};
export const PHASE = { ...EVENT, kind: "phase", measures: ["hosp_1000"] };
export const BASELINE = {
  kind: "baseline",
  measures: ["hosp_1000"],
  from: "2025-05-01",
  to: "2026-04-01",
  text: "Before the new staffing",
};

/** Residents of 111 and 112. */
const RESIDENTS = [
  { patient_id: 1, facility_id: 111 },
  { patient_id: 4, facility_id: 112 },
];

/** The seeded company, in which the residents of 111 and 112 go to hospital once a month in two years, the second one that of {@link BASELINE}. 112 has ISNP stays alone. */
export class ChartedCompany {
  private constructor(readonly api: TestApi) {}

  static async open(dialect: Dialect) {
    const company = new ChartedCompany(await openTestApi(dialect));
    await seedOrganization(company.db);
    await company.db
      .updateTable("stays")
      .set({ admitted_on: epochDayOf("2022-01-08") })
      .execute();
    await company.db
      .updateTable("stays")
      .set({ isnp: 1 })
      .where("facility_id", "=", 112)
      .execute();
    await insertRows(company.db, "transfers", monthlyTransfers());
    await rebuildFigures(company.db);
    return company;
  }

  get db() {
    return this.api.deps.store.db;
  }

  /** The feed of a facility tells of movements each day until then, and of none from then on. */
  async silence(facility_id: number, until: EpochDay): Promise<void> {
    const saidOn = (day: EpochDay) => `${isoDayOf(day)}T12:00:00.000Z`;
    const rows = Array.from({ length: 240 }, (_, at) => ({
      digest: `digest ${at}`,
      received_at: saidOn(until - (at % 30)),
      via: "mllp" as const,
      encoding: "hl7" as const,
      reused_id: 0 as const,
      type: "ADT^A01",
      status: "used" as const,
      facility_id,
      role: "facility" as const,
      said_at: saidOn(until - (at % 30)),
      movement: 1 as const,
    }));
    await this.db.insertInto("feed_messages").values(rows).execute();
    await this.db
      .insertInto("feed_facilities")
      .values({
        facility_id,
        last_message_at: saidOn(until),
        last_movement_at: saidOn(until),
      })
      .execute();
    this.api.advance(60_000);
  }

  async signIn(user: TestUser) {
    const { token } = await this.api.signIn(user);
    const post = async (path: string, body: object) => {
      const response = await this.api.fetch(path, {
        method: "POST",
        headers: {
          "x-access-token": token,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
      const said =
        response.status === 200 || response.status === 204
          ? {}
          : ((await response.json()) as { field?: string; error?: string });
      return { status: response.status, ...said };
    };
    const read = async (path: string, query = "") => {
      const response = await this.api.get(
        `/chart-notes/${path}${query}`,
        token,
      );
      if (response.status !== 200)
        return { status: response.status, notes: [], may_write: null };
      const { data } = getChartNotes.answer.parse(await response.json());
      return { status: 200, ...data };
    };
    return {
      read,
      add: (path: string, body: object) => post(`/chart-notes/${path}`, body),
      end: (path: string, note_id: number, version = 1) =>
        post(`/chart-notes/${path}/end`, { note_id, version }),
    };
  }
}

function monthlyTransfers() {
  const first = monthNumberOf(BASELINE.from) - 12;
  return RESIDENTS.flatMap((resident, at) =>
    Array.from({ length: 24 }, (_, month) =>
      transferRow({
        ...resident,
        id: 1 + month * RESIDENTS.length + at,
        transferred_on: epochDayOf(firstDayOfMonth(first + month)) + 14,
        outcome: "inpatient",
        planned: 0,
      }),
    ),
  );
}

export const COMPANY: TestUser = { accessLevel: "company" };
export const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };

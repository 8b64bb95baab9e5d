import { getChartNotes } from "~/contract/chart-notes";
import type { Dialect } from "~/runtime/database/connect.server";
import { openTestApi, type TestApi, type TestUser } from "./open-test-api";
import { seedOrganization } from "./seed-organization";

export const EVENT = {
  kind: "event",
  measures: ["rth_30", "ed_30"],
  from: "2026-03-14",
  text: "A new unit manager",
};
export const PHASE = { ...EVENT, kind: "phase", measures: ["hosp_1000"] };

/** The seeded company, whose charts are written on. */
export class ChartedCompany {
  private constructor(readonly api: TestApi) {}

  static async open(dialect: Dialect) {
    const company = new ChartedCompany(await openTestApi(dialect));
    await seedOrganization(company.db);
    return company;
  }

  get db() {
    return this.api.deps.store.db;
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

export const COMPANY: TestUser = { accessLevel: "company" };
export const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };

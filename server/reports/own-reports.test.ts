import { beforeEach, describe, expect, it } from "vitest";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import type { AccessLevel } from "~/domain/access/ranks";
import { markRead } from "~server/notes/service";
import { openTestApi } from "~server/testing/open-test-api";
import {
  ROAMING_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";
import { hasOwnReport } from "./own-reports";
import type { OwnReport } from "./own-reports";
import { openedForEach } from "~server/testing/opened";

const JUNE = "2026-06-01/2026-06-30";
const NOTES = "/api/physicianalerts/";
const QIES = "/api/QIES-reports/";

describe("the own reports", () => {
  const api = openedForEach(() => openTestApi());
  beforeEach(() => seedOrganization(api.deps.store.db));

  /** Takes a report from a level, as an account manager does. */
  async function take(report: OwnReport, level: AccessLevel): Promise<void> {
    const { db } = api.deps.store;
    const { id } = await db
      .selectFrom("reports")
      .where("report_id", "=", report)
      .select("id")
      .executeTakeFirstOrThrow();
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const response = await api.fetch(`/api/reports/${id}/roles`, {
      method: "POST",
      headers: { "x-access-token": token, "content-type": "application/json" },
      body: JSON.stringify({ role: level, allow: false }),
    });
    expect(response.status).toBe(200);
  }

  async function ask(
    token: string,
    path: string,
    body?: unknown,
  ): Promise<Response> {
    return api.fetch(path, {
      headers: { "x-access-token": token, "content-type": "application/json" },
      ...(body === undefined
        ? {}
        : { method: "POST", body: JSON.stringify(body) }),
    });
  }

  async function statusOf(...question: Parameters<typeof ask>) {
    return (await ask(...question)).status;
  }

  it("are had by the levels with a role, and by no account manager", async () => {
    const { db } = api.deps.store;
    const holders = async (report: OwnReport) => {
      const found: AccessLevel[] = [];
      for (const accessLevel of ACCESS_LEVELS) {
        const viewer = { accessLevel, accessLevelIds: [0], isnpOnly: false };
        if (await hasOwnReport(db, viewer, report)) found.push(accessLevel);
      }
      return found;
    };
    const [physician, facility, ...above] = ACCESS_LEVELS.slice(0, -1);
    expect(await holders("after-hours-patient-report")).toEqual([
      physician,
      facility,
      ...above,
    ]);
    expect(await holders("cms-qies-reports")).toEqual([facility, ...above]);
    expect(await holders("medical-staff-report")).toEqual(above);
    await db
      .insertInto("report_roles")
      .values({ report: 3, role: "account_manager" })
      .execute();
    expect(await holders("medical-staff-report")).toEqual(above);
  });

  it("are nobody's where they are not listed", async () => {
    const { db } = api.deps.store;
    await db.deleteFrom("reports").execute();
    const viewer = {
      accessLevel: "company",
      accessLevelIds: [0],
      isnpOnly: false,
    } as const;
    expect(await hasOwnReport(db, viewer, "cms-qies-reports")).toBe(false);
    const { token } = await api.signIn({ accessLevel: "company" });
    expect(await statusOf(token, NOTES)).toBe(403);
  });

  it("close the notes to a level that has lost them, in a session that goes on", async () => {
    const { token } = await api.signIn({ accessLevel: "region", ids: [11] });
    expect([200, 204]).toContain(await statusOf(token, NOTES));
    await take("after-hours-patient-report", "region");
    expect(await statusOf(token, NOTES)).toBe(403);
    const { token: other } = await api.signIn({ accessLevel: "company" });
    expect([200, 204]).toContain(await statusOf(other, NOTES));
  });

  it("leave physicians without the notes nothing to read or to mark", async () => {
    const { token } = await api.signIn({
      accessLevel: "physician",
      ids: [ROAMING_NPI],
    });
    const mark = async () =>
      (await api.ask(token, markRead, { noteIds: [1] })).status;
    expect(await mark()).toBe(204);
    await take("after-hours-patient-report", "physician");
    expect(await statusOf(token, NOTES)).toBe(403);
    expect(await mark()).toBe(403);
    const response = await ask(token, `${NOTES}unread`);
    expect(getUnreadAlerts.answer.parse(await response.json())).toEqual({
      data: { unread: 0 },
    });
  });

  it("close every call for CMS reports", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    expect([200, 204]).toContain(await statusOf(token, `${QIES}${JUNE}/`));
    expect(await statusOf(token, `${QIES}1`)).toBe(404);
    await take("cms-qies-reports", "company");
    const request = {
      report_category_id: 50,
      report_type_id: 5011,
      name: "Errors by Field by Facility",
      fac_id: 111,
      user_id: 1,
      start_date: "2026-01-01",
      end_date: "2026-03-31",
      args: {},
      file_type: "pdf",
    };
    expect(await statusOf(token, `${QIES}${JUNE}/`)).toBe(403);
    expect(await statusOf(token, QIES, request)).toBe(403);
    expect(await statusOf(token, `${QIES}1`)).toBe(403);
  });

  it("close the medical staff of places, but not the list on a facility's profile", async () => {
    const { token } = await api.signIn({ accessLevel: "region", ids: [11] });
    const staffOf = (place: string) =>
      statusOf(token, `/api/medicalstaff/${place}/${JUNE}/`);
    expect([200, 204]).toContain(await staffOf("region/11"));
    await take("medical-staff-report", "region");
    expect(await staffOf("region/11")).toBe(403);
    expect([200, 204]).toContain(await staffOf("facility/111"));
  });
});

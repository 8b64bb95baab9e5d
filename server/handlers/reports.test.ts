import { beforeEach, describe, expect, it } from "vitest";
import { getReport, getReports } from "~/contract/reports";
import type { Report } from "~/contract/reports";
import type { AccessLevel } from "~/domain/access/ranks";
import { openTestApi } from "~server/testing/open-test-api";
import { openedForEach } from "~server/testing/opened";

const SEEN_BY_ALL = "After Hours Patient Report";
const FROM_FACILITY = "CMS QIES Reports";
const FROM_REGION = "Medical Staff Report";
const EMBEDDED = "Airway care";

describe("the list of reports", () => {
  const api = openedForEach(() => openTestApi());
  let embedded: number;
  beforeEach(async () => {
    const { db } = api.deps.store;
    const { id } = await db
      .insertInto("reports")
      .values({
        report_id: "airway-care",
        title: EMBEDDED,
        type: "powerbi",
        workspace_id: "w-1",
        powerbi_report_id: "r-1",
        row_level_role: null,
        demo: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    embedded = id;
    await db
      .insertInto("report_roles")
      .values(["physician", "company"].map((role) => ({ report: id, role })))
      .execute();
  });

  async function tokenOf(accessLevel: AccessLevel): Promise<string> {
    return (await api.signIn({ accessLevel, ids: [1] })).token;
  }

  async function listFor(accessLevel: AccessLevel): Promise<Report[]> {
    const token = await tokenOf(accessLevel);
    const response = await api.get("/api/reports/", token);
    expect(response.status).toBe(200);
    return getReports.answer.parse(await response.json()).data;
  }

  async function setRole(
    accessLevel: AccessLevel,
    body: unknown,
    id = embedded,
  ): Promise<Response> {
    return api.fetch(`/api/reports/${id}/roles`, {
      method: "POST",
      headers: {
        "x-access-token": await tokenOf(accessLevel),
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
  }

  it("holds by title what each level may see, and all of it for account managers", async () => {
    const titles = async (level: AccessLevel) =>
      (await listFor(level)).map(({ title }) => title);
    expect(await titles("physician")).toEqual([SEEN_BY_ALL, EMBEDDED]);
    expect(await titles("facility")).toEqual([SEEN_BY_ALL, FROM_FACILITY]);
    const fromRegion = [SEEN_BY_ALL, FROM_FACILITY, FROM_REGION];
    expect(await titles("region")).toEqual(fromRegion);
    expect(await titles("division")).toEqual(fromRegion);
    expect(await titles("admin")).toEqual(fromRegion);
    const all = [SEEN_BY_ALL, EMBEDDED, FROM_FACILITY, FROM_REGION];
    expect(await titles("company")).toEqual(all);
    expect(await titles("account_manager")).toEqual(all);
  });

  it("tells account managers alone which levels have a report, lowest first", async () => {
    const roles = async (level: AccessLevel) =>
      (await listFor(level)).map((report) => report.roles);
    expect(await roles("company")).toEqual(Array(4).fill(undefined));
    expect(await roles("account_manager")).toEqual([
      ["physician", "facility", "region", "division", "company", "admin"],
      ["physician", "company"],
      ["facility", "region", "division", "company", "admin"],
      ["region", "division", "company", "admin"],
    ]);
  });

  it("says where an embedded report lives, to those who may see it", async () => {
    const ask = async (accessLevel: AccessLevel, id: number | string) =>
      api.get(`/api/reports/${id}`, await tokenOf(accessLevel));
    const response = await ask("company", embedded);
    expect(getReport.answer.parse(await response.json()).data).toEqual({
      workspace_id: "w-1",
      report_id: "r-1",
    });
    // The second has a page of its own.
    for (const id of [999, 1]) {
      expect([id, (await ask("company", id)).status]).toEqual([id, 404]);
    }
  });

  it("is changed by account managers, cell by cell, and again without effect", async () => {
    const give = { role: "facility", allow: true };
    for (const body of [give, give]) {
      const response = await setRole("account_manager", body);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        data: {
          id: embedded,
          report_id: "airway-care",
          title: EMBEDDED,
          type: "powerbi",
          roles: ["physician", "facility", "company"],
        },
      });
    }
    expect(await listFor("facility")).toHaveLength(3);
    const take = { role: "facility", allow: false };
    expect((await setRole("account_manager", take)).status).toBe(200);
    expect((await setRole("account_manager", take)).status).toBe(200);
    expect(await listFor("facility")).toHaveLength(2);
    const changes = api.logged.filter(
      ({ event }) => event === "audit.change_report_access",
    );
    const taken = { report: "airway-care", role: "facility", allow: false };
    expect(changes).toMatchObject([
      { details: { ...taken, allow: true } },
      { details: taken },
    ]);
  });

  it("takes many changes at once", async () => {
    const changes = ["facility", "region", "facility", "division", "region"];
    const answers = await Promise.all(
      changes.map((role) => setRole("account_manager", { role, allow: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const report = (await listFor("account_manager")).find(
      ({ id }) => id === embedded,
    );
    expect(report?.roles).toHaveLength(5);
  });

  it("is not changed for what does not exist", async () => {
    const body = { role: "facility", allow: true };
    expect((await setRole("account_manager", body, 999)).status).toBe(404);
    for (const wrong of [
      { role: "emperor", allow: true },
      { role: "account_manager", allow: true },
    ]) {
      expect((await setRole("account_manager", wrong)).status).toBe(400);
    }
  });
});

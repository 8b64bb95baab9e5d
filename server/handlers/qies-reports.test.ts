import type { Insertable } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { getQiesDownload, getQiesReports } from "~/contract/qies-reports";
import type { QiesRequest } from "~/contract/qies-reports";
import { raiseVersion, readDataState } from "~server/store/data-state";
import { rebuildFigures } from "~server/measures/rebuild";
import { storeReportFile } from "~server/cms-requests/report-files";
import type { QiesReportTable } from "~server/store/schema";
import { addFinishedReport } from "~server/testing/finished-report";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestUser } from "~server/testing/open-test-api";
import { requestOf } from "~server/testing/qies-orders";
import { seedOrganization } from "~server/testing/seed-organization";
import { openedForEach } from "~server/testing/opened";

const LIST = "/api/QIES-reports/2026-06-01/2026-06-30/";
const MINUTE = 60_000;
const PDF = Buffer.from("%PDF-1.7 a report");

describe("CMS reports", () => {
  const api = openedForEach(() => openTestApi());
  beforeEach(() => seedOrganization(api.deps.store.db));

  async function enter(user: TestUser) {
    const userId = await api.addUser(user);
    const { token } = await api.deps.sessions.start(userId);
    const get = (path: string) => api.get(path, token);
    return {
      userId,
      token,
      get,
      list: async (path = LIST) => {
        const response = await get(path);
        expect([200, 204]).toContain(response.status);
        if (response.status === 204) return [];
        return getQiesReports.answer.parse(await response.json()).data;
      },
      ask: (changes: Partial<QiesRequest> = {}, code = "56-801") =>
        api.fetch("/api/QIES-reports/", {
          method: "POST",
          headers: {
            "x-access-token": token,
            "content-type": "application/json",
          },
          body: JSON.stringify({
            ...requestOf(code, { facilityId: 111, userId }),
            ...changes,
          }),
        }),
    };
  }

  const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };
  const COMPANY: TestUser = { accessLevel: "company" };
  const wordsOf = async (response: Response) =>
    ((await response.json()) as { error: string }).error;
  const rows = () =>
    api.deps.store.db.selectFrom("qies_reports").selectAll().execute();

  /** A request of nobody, as one of June 10, at noon in New York. */
  const store = ({
    facility_id = 111,
    ...changes
  }: Partial<Insertable<QiesReportTable>> = {}) =>
    addFinishedReport(api.deps.store.db, facility_id, {
      name: 'Résumé "A"',
      status: "requested",
      requested_at: "2026-06-10T16:00:00.000Z",
      finished_at: null,
      ...changes,
    });

  async function storeFinished(
    changes: Partial<Insertable<QiesReportTable>> = {},
  ): Promise<number> {
    const id = await store({ status: "completed", ...changes });
    await storeReportFile(api.deps.store.db, id, PDF);
    return id;
  }

  it("are asked for, listed at their time in New York, and worked off", async () => {
    const user = await enter(FACILITY);
    const response = await user.ask();
    expect(response.status).toBe(200);
    const [row] = await rows();
    expect(await response.json()).toEqual({
      data: [{ id: row?.id, status: "requested", error: null }],
    });
    expect(await user.list()).toEqual([
      {
        id: row?.id,
        report_category_id: 56,
        report_type_id: 801,
        name: "MDS 3.0 Resident Level Quality Measure Report",
        file_type: "pdf",
        requested_tstamp: "2026-06-15 08:00:00",
        start_date: "2026-01-01",
        end_date: "2026-03-31",
        status: "requested",
        fac_name: "Willow House",
        fac_id: 111,
        isnp_only: false,
      },
    ]);
    expect(row).toMatchObject({ isnp: 0, user_id: user.userId, attempts: 0 });
    expect(api.logged).toContainEqual(
      expect.objectContaining({
        event: "audit.request_report",
        user_id: user.userId,
        details: { report_id: row?.id, report: "56-801", facility_id: 111 },
      }),
    );
  });

  it("are listed by New York's day of the request, newest first", async () => {
    const user = await enter(COMPANY);
    const before = await store({ requested_at: "2026-06-11T03:59:59.999Z" });
    const first = await store({ requested_at: "2026-06-11T04:00:00.000Z" });
    const last = await store({ requested_at: "2026-06-13T03:59:59.000Z" });
    const after = await store({ requested_at: "2026-06-13T04:00:00.000Z" });
    const idsOf = async (range: string) =>
      (await user.list(`/api/QIES-reports/${range}`)).map(({ id }) => id);
    expect(await idsOf("2026-06-11/2026-06-12/")).toEqual([last, first]);
    expect(await idsOf("2026-06-10/2026-06-13")).toEqual([
      after,
      last,
      first,
      before,
    ]);
    expect(await idsOf("2026-05-01/2026-05-02/")).toEqual([]);
    expect(await idsOf("2026-06-12/2999-12-31/")).toEqual([after, last]);
  });

  it.each<[string, TestUser, number[]]>([
    ["company", COMPANY, [111, 121, 211]],
    ["admin", { accessLevel: "admin" }, [111, 121, 211]],
    ["division", { accessLevel: "division", ids: [1] }, [111, 121]],
    ["region", { accessLevel: "region", ids: [12] }, [121]],
    ["facility", { accessLevel: "facility", ids: [111, 211] }, [111, 211]],
    ["facility that is gone", { accessLevel: "facility", ids: [999] }, []],
  ])("of a %s are those of its facilities", async (_, viewer, expected) => {
    const ids: Record<number, number> = {};
    for (const facility_id of [111, 121, 211]) {
      ids[facility_id] = await storeFinished({ facility_id });
    }
    const user = await enter(viewer);
    const listed = await user.list();
    expect(listed.map(({ fac_id }) => fac_id).sort()).toEqual(expected);
    for (const [facility, id] of Object.entries(ids)) {
      const { status } = await user.get(`/api/QIES-reports/${id}`);
      const sees = expected.includes(Number(facility));
      expect([facility, status]).toEqual([facility, sees ? 200 : 403]);
      const asked = await user.ask({ fac_id: Number(facility) });
      expect(asked.status).toBe(sees ? 200 : 403);
    }
  });

  it("of ISNP residents alone are all that an ISNP-only viewer sees, and asks for", async () => {
    await storeFinished();
    const open = await storeFinished({ isnp: 1 });
    const closed = await storeFinished({ isnp: 0 });
    const user = await enter({ ...COMPANY, isnpOnly: true });
    expect(await user.list()).toMatchObject([{ id: open, isnp_only: true }]);
    expect((await user.get(`/api/QIES-reports/${closed}`)).status).toBe(403);
    expect((await user.get(`/api/QIES-reports/${open}`)).status).toBe(200);
    expect((await user.ask()).status).toBe(200);
    expect((await rows()).at(-1)?.isnp).toBe(1);
  });

  it("are not stored twice while the first is not finished, also at the same moment", async () => {
    const user = await enter(FACILITY);
    const again = {
      ...requestOf("56-801", { facilityId: 111, userId: 1 }).args,
    };
    const turned = Object.fromEntries(Object.entries(again).reverse());
    const answers = await Promise.all([
      user.ask(),
      user.ask({ args: turned }),
      user.ask(),
    ]);
    const ids = new Set<unknown>();
    for (const answer of answers) {
      const { data } = (await answer.json()) as { data: { id: number }[] };
      ids.add(data[0]?.id);
    }
    expect(ids.size).toBe(1);
    expect(await rows()).toHaveLength(1);
    // Another one is led to it too, but to none that tells of other residents; where there is none to come it is asked for again.
    await (await enter(FACILITY)).ask();
    expect(await rows()).toHaveLength(1);
    await (await enter({ ...FACILITY, isnpOnly: true })).ask();
    expect(await rows()).toHaveLength(2);
    await api.deps.store.db
      .updateTable("qies_reports")
      .set({ status: "error" })
      .execute();
    await user.ask();
    expect(await rows()).toHaveLength(3);
  });

  it("are made once a day of the same data, whoever asks for them", async () => {
    const { db } = api.deps.store;
    const idOf = async (asker: Awaited<ReturnType<typeof enter>>) => {
      const { data } = (await (await asker.ask()).json()) as {
        data: { id: number; status: string }[];
      };
      return data[0];
    };
    const user = await enter(FACILITY);
    const first = await idOf(user);
    const { version } = await readDataState(db);
    const finish = (data_version: number | null) =>
      db
        .updateTable("qies_reports")
        .set({
          status: "completed",
          finished_at: api.deps.clock().toISOString(),
          data_version,
        })
        .where("status", "=", "requested")
        .execute();
    await finish(version);
    const there = { id: first?.id, status: "completed" };
    expect(await idOf(user)).toMatchObject(there);
    expect(await idOf(await enter(COMPANY))).toMatchObject(there);
    await raiseVersion(db, "all");
    const newer = await idOf(user);
    expect(newer?.status).toBe("requested");
    await finish(version + 1);
    expect((await idOf(user))?.id).toBe(newer?.id);
    api.advance(24 * 60 * MINUTE);
    const nextDay = await enter(FACILITY);
    expect((await idOf(nextDay))?.status).toBe("requested");
    // Nobody knows from which data CMS itself makes its reports.
    await finish(null);
    api.deps.reports = { ...api.deps.reports, areFromCensus: false };
    expect((await idOf(nextDay))?.status).toBe("requested");
  });

  it("are asked for 100 times a day at most, by New York's day", async () => {
    const user = await enter(FACILITY);
    const requested_at = "2026-06-15T04:00:00.000Z";
    for (let count = 0; count < 100; count += 1) {
      await store({ user_id: user.userId, status: "error", requested_at });
    }
    const response = await user.ask();
    expect(response.status).toBe(429);
    expect(await wordsOf(response)).toBe(
      "You have asked for 100 reports today. Please ask for more tomorrow.",
    );
    const other = await enter(FACILITY);
    expect((await other.ask({}, "56-800")).status).toBe(200);
    await api.deps.store.db
      .updateTable("qies_reports")
      .set({ requested_at: "2026-06-15T03:59:59.999Z" })
      .where("user_id", "=", user.userId)
      .where("args", "=", "{}")
      .execute();
    expect((await user.ask()).status).toBe(200);
  });

  it("are asked for 50 at a time at most", async () => {
    const user = await enter(FACILITY);
    for (let count = 0; count < 50; count += 1) {
      await store({ user_id: user.userId, args: `{"n":${count}}` });
    }
    const response = await user.ask();
    expect(response.status).toBe(429);
    expect(await wordsOf(response)).toContain("not finished yet");
  });

  it("are refused where the request is not one of the form's, with words", async () => {
    const user = await enter(FACILITY);
    const bad: [Partial<QiesRequest>, RegExp][] = [
      [{ user_id: user.userId + 1 }, /names another user/],
      [{ report_category_id: 41, report_type_id: 0 }, /not offered/],
      [{ report_category_id: 99 }, /not offered/],
      [{ name: "Other" }, /name/],
      [{ start_date: null }, /Start date required/],
      [{ end_date: "2026-06-16" }, /future/],
      [{ end_date: "2025-12-31" }, /before start date/],
      [{ args: { ...{ canary: { value: "1", label: "1" } } } }, /canary/],
    ];
    for (const [changes, words] of bad) {
      const response = await user.ask(changes);
      expect([changes, response.status]).toEqual([changes, 400]);
      expect(await wordsOf(response)).toMatch(words);
    }
    const company = await enter(COMPANY);
    expect((await company.ask({ fac_id: 999 })).status).toBe(404);
    expect((await company.ask({ fac_id: 1e300 })).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it("that have failed are listed with the reason, and with what they were asked with", async () => {
    const user = await enter(FACILITY);
    const args = { fy: { value: "2024", label: "2024" } };
    const failed = { problem: "No such CCN.", args: JSON.stringify(args) };
    await store({ status: "error", ...failed });
    await store({ status: "pending", ...failed });
    const [pending, error] = await user.list();
    expect(error).toMatchObject({ problem: "No such CCN.", args });
    expect(pending).not.toHaveProperty("problem");
    expect(pending).not.toHaveProperty("args");
  });

  it("are listed with the days of the census that they are made from", async () => {
    const user = await enter(FACILITY);
    const censusOf = async () => {
      const response = await user.get(LIST);
      if (response.status === 204) return "no content";
      return getQiesReports.answer.parse(await response.json()).census;
    };
    const { db } = api.deps.store;
    const { numDeletedRows } = await db.deleteFrom("stays").executeTakeFirst();
    expect(await censusOf()).toEqual({ first_day: null, last_day: null });
    expect(numDeletedRows).toBeGreaterThan(0n);
    const stay = {
      patient_id: 1,
      npi: null,
      discharged_on: null,
      admitted_from: "other" as const,
      isnp: 0 as const,
      long_stay_from: 0,
      rth: 0 as const,
      ed: 0 as const,
    };
    await db
      .insertInto("stays")
      .values([
        { ...stay, id: 1, facility_id: 111, admitted_on: 20_455 },
        { ...stay, id: 2, facility_id: 211, admitted_on: 20_454 },
      ])
      .execute();
    await rebuildFigures(db);
    await db
      .updateTable("facilities")
      .set({ data_through: epochDayOf("2026-06-14") })
      .execute();
    expect(await censusOf()).toEqual({
      first_day: "2026-01-01",
      last_day: "2026-06-14",
    });
    // Where an operator's connector has them from CMS, the census is no matter.
    api.deps.reports.areFromCensus = false;
    expect(await censusOf()).toBe("no content");
    await store();
    expect(await censusOf()).toBeUndefined();
  });

  it("are saved under their facility, their period and what is left out", async () => {
    const user = await enter(FACILITY);
    const period = { start_day: 20_454, end_day: 20_543 };
    const id = await storeFinished({ ...period, isnp: 1, name: "Errors" });
    const response = await user.get(`/api/QIES-reports/${id}`);
    const { data } = getQiesDownload.answer.parse(await response.json());
    expect(data.name).toBe(
      "Errors, Willow House, 01-01-2026 to 03-31-2026, ISNP only",
    );
    const file = await user.get(data.report_url);
    expect(file.headers.get("content-disposition")).toContain(
      `${data.name}.pdf`,
    );
  });

  async function linkOf(
    user: Awaited<ReturnType<typeof enter>>,
    id: number,
  ): Promise<string> {
    const response = await user.get(`/api/QIES-reports/${id}`);
    const { data } = getQiesDownload.answer.parse(await response.json());
    return data.report_url;
  }

  it("are fetched by a link, under a name that every browser takes", async () => {
    const id = await storeFinished();
    const user = await enter(FACILITY);
    const link = await linkOf(user, id);
    expect(link).toBe(`/api/QIES-reports/${id}/file`);
    const response = await user.get(link);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(PDF.length),
      "content-disposition":
        "attachment; filename=\"R_sum_ _A_, Willow House, as of 06-10-2026.pdf\"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%22A%22%2C%20Willow%20House%2C%20as%20of%2006-10-2026.pdf",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    expect(api.logged).toContainEqual(
      expect.objectContaining({
        event: "audit.download_report",
        user_id: user.userId,
        details: { report_id: id, report: "56-801", facility_id: 111 },
      }),
    );
  });

  it("are given to nobody else by that link, nor to whose facilities have changed", async () => {
    const user = await enter(FACILITY);
    const link = await linkOf(user, await storeFinished());
    expect((await api.get(link)).status).toBe(401);
    for (const other of [
      { accessLevel: "facility", ids: [121] },
      { ...FACILITY, isnpOnly: true },
      { accessLevel: "physician", ids: [9_000_000_001] },
    ] satisfies TestUser[]) {
      const response = await (await enter(other)).get(link);
      expect([other, response.status]).toEqual([other, 403]);
    }
    // Their facilities have changed since.
    await api.deps.store.db
      .updateTable("users")
      .set({ access_level_id: "112" })
      .where("id", "=", user.userId)
      .execute();
    expect((await user.get(link)).status).toBe(403);
  });

  it("that are not finished, unknown or without their file are not found", async () => {
    const user = await enter(COMPANY);
    for (const id of [await store({ status: "pending" }), 4_711]) {
      expect((await user.get(`/api/QIES-reports/${id}`)).status).toBe(404);
    }
    const failed = await store({ status: "error", problem: "No such CCN." });
    const refused = await user.get(`/api/QIES-reports/${failed}`);
    expect([refused.status, await wordsOf(refused)]).toEqual([
      404,
      "No such CCN.",
    ]);
    const id = await storeFinished();
    const link = await linkOf(user, id);
    await api.deps.store.db.deleteFrom("qies_report_files").execute();
    expect((await user.get(link)).status).toBe(404);
    expect(api.logged).toContainEqual(
      expect.objectContaining({
        event: "qies.report_file_refused",
        report_id: id,
        reason: "file-gone",
      }),
    );
  });
});

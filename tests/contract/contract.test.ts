import { readdirSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt } from "jose";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import {
  ACCESS_TOKEN_HEADER,
  REFRESH_TOKEN_HEADER,
  getMe,
  logout,
  refresh,
  tokenClaims,
} from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { getMetricData, METRIC_COLUMNS } from "~/contract/metricdatacsv";
import { getMetrics } from "~/contract/metrics";
import { getUsers } from "~/contract/users";
import { getOrganization } from "~/contract/organization";
import {
  getPhysicianAlerts,
  getUnreadAlerts,
  postNotesRead,
} from "~/contract/physicianalerts";
import {
  getQiesDownload,
  getQiesReports,
  postQiesReport,
} from "~/contract/qies-reports";
import { getReports, postReportRole } from "~/contract/reports";
import { parseUtcSqlDatetime } from "~/domain/calendar";
import { ENDPOINTS } from "~mocks/endpoints";
import { ACCESS_TABLE, SUBJECTS, type Outcome } from "./access-table";
import { ACCOUNTS, PASSWORD } from "./census.data";
import {
  CASES_FOR_ALL,
  LINKED_ENDPOINTS,
  SESSION_ENDPOINTS,
  type EndpointCase,
} from "./endpoint-cases";
import { bodyOf, expectRefusal, HostClient } from "./host-client";
import { CMS_REPORTS, openHost } from "./host";

const START = new Date("2026-07-01T16:00:00Z");
/** Facility of the accounts that the suite changes and deletes. */
const SPARE = 212;
const RANGE = "2025-07-01/2026-06-30";

/** The path with its last slash where it has none, and without it where it has one. */
function withOtherSlash(path: string): string {
  const [pathname = "", query] = path.split("?", 2);
  const other = pathname.endsWith("/") ? pathname.slice(0, -1) : `${pathname}/`;
  return query === undefined ? other : `${other}?${query}`;
}

describe("the data server", () => {
  let client: HostClient;
  let now = START;

  beforeAll(async () => {
    client = new HostClient(await openHost(() => now));
  }, 60_000);
  afterAll(() => client.host.close());
  beforeEach(() => {
    now = START;
  });

  describe.each(CASES_FOR_ALL)("$name", (one: EndpointCase) => {
    const { target, as, path, body } = one;

    test("is answered by the contract", async () => {
      const response = await client.askAs(as, target, path, body);
      // Writing calls may say 204.
      if (target.method === "GET") expect(response.status).toBe(200);
      else expect([200, 201, 204]).toContain(response.status);
      const parsed = target.answer.safeParse(await bodyOf(response));
      expect(parsed.error?.issues ?? []).toEqual([]);
    });

    if (target.method === "GET") {
      test("is answered the same with and without the last slash", async () => {
        const other = withOtherSlash(path);
        const response = await client.askAs(as, target, other);
        expect(response.status).toBe(200);
        expect(await bodyOf(response)).toEqual(
          await bodyOf(await client.askAs(as, target, path)),
        );
      });
    }

    test("is refused with 401 without a token, and with one that nobody signed", async () => {
      const claims = { levels: [0], role: "account_manager", sub: "3" };
      const unsigned = [{ alg: "none" }, { ...claims, exp: 9_999_999_999 }]
        .map((part) => btoa(JSON.stringify(part)))
        .join(".");
      for (const token of [null, "", "nonsense", `${unsigned}.`]) {
        await expectRefusal(
          await client.askWith(token, target, path, body),
          401,
        );
      }
    });

    if (one.bad) {
      test("is refused with 400 when it is ill-made", async () => {
        for (const bad of one.bad ?? []) {
          await expectRefusal(await client.askAs(as, target, bad, body), 400);
        }
      });
    }

    if (one.badBody) {
      test("is refused with 400 when its body is ill-made", async () => {
        for (const bad of [one.badBody, {}, [], null, "text"]) {
          await expectRefusal(await client.askAs(as, target, path, bad), 400);
        }
      });
    }

    if (one.foreign) {
      test("is refused with 403 to those who may not make it", async () => {
        for (const [username, foreign] of one.foreign ?? []) {
          await expectRefusal(
            await client.askAs(username, target, foreign, body),
            403,
          );
        }
      });
    }
  });

  describe("signing in", () => {
    test.each(ACCOUNTS.filter(({ ids }) => !ids.includes(SPARE)))(
      "gives $username a token with its level, ids and end",
      async (account) => {
        const { token, timeout } = await client.sessionOf(account.username);
        const claims = tokenClaims.parse(decodeJwt(token));
        expect(claims).toMatchObject({
          role: account.accessLevel,
          levels: account.ids,
          isnp_only: account.isnpOnly === true,
        });
        expect(claims.exp * 1000).toBe(START.getTime() + 15 * 60_000);
        expect(parseUtcSqlDatetime(timeout)?.getTime()).toBe(claims.exp * 1000);
      },
    );

    test("with a wrong password is refused as with an unknown username", async () => {
      const wrong = await client.logIn({
        username: "company",
        password: "wrong",
      });
      const unknown = await client.logIn({
        username: "nobody",
        password: PASSWORD,
      });
      const words = await wrong.clone().text();
      expect(await unknown.clone().text()).toBe(words);
      await expectRefusal(wrong, 401);
      await expectRefusal(unknown, 401);
    });

    test.each([
      {},
      { username: "company" },
      { username: "", password: PASSWORD },
      { username: "x".repeat(201), password: PASSWORD },
    ])("with the fields %j is refused with 400", async (fields) => {
      await expectRefusal(
        await client.logIn(fields as Record<string, string>),
        400,
      );
    });
  });

  describe("a session", () => {
    function renew(token: string | null, refreshToken: string | null) {
      return client.host.ask(refresh.path, {
        headers: {
          ...(token === null ? {} : { [ACCESS_TOKEN_HEADER]: token }),
          ...(refreshToken === null
            ? {}
            : { [REFRESH_TOKEN_HEADER]: refreshToken }),
        },
      });
    }

    async function statusOf(token: string): Promise<number> {
      return (await client.askWith(token, getMe, getMe.path)).status;
    }

    test("names the physicians among the users", async () => {
      const { users, physicians } = getUsers.answer.parse(
        await client.askAs("accounts", getUsers, getUsers.path).then(bodyOf),
      );
      const npis = users
        .filter(({ access_level }) => access_level === "physician")
        .flatMap(({ access_level_id }) => access_level_id.split(" "));
      expect(physicians?.map(({ npi }) => String(npi)).sort()).toEqual(
        [...new Set(npis)].sort(),
      );
      expect(physicians?.every((one) => one.first_name && one.last_name)).toBe(
        true,
      );
    });

    test("begins with the time of the data, which each page shows", async () => {
      const ask = (username: string, path: string) =>
        client.askAs(username, getMe, path).then(bodyOf);
      const { lastUpdated } = getUsers.answer.parse(
        await ask("accounts", getUsers.path),
      );
      expect(lastUpdated).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(await ask("region", getMe.path)).toMatchObject({
        lastUpdated,
      });
      expect(await ask("region", "/api/physician/1003000102/")).toMatchObject({
        lastUpdated,
      });
    });

    test("is refreshed with its refresh token, and the new token works", async () => {
      const { token, refresh_token } = await client.signIn("region");
      now = new Date(START.getTime() + 10 * 60_000);
      const response = await renew(token, refresh_token);
      const { data } = refresh.answer.parse(await response.json());
      const { exp } = tokenClaims.parse(decodeJwt(data.token));
      expect(exp * 1000).toBe(now.getTime() + 15 * 60_000);
      expect(data.refresh_token).not.toBe(refresh_token);
      now = new Date(START.getTime() + 20 * 60_000);
      expect(await statusOf(data.token)).toBe(200);
      const again = await renew(data.token, data.refresh_token ?? null);
      expect(again.status).toBe(200);
    });

    test("is not refreshed without its own refresh token", async () => {
      const { token } = await client.signIn("region");
      const other = await client.signIn("division");
      await expectRefusal(await renew(token, null), 401);
      await expectRefusal(await renew(token, "made-up"), 401);
      await expectRefusal(await renew(token, other.refresh_token), 401);
      await expectRefusal(await renew(null, other.refresh_token), 401);
    });

    test("ends 15 minutes after its token was made", async () => {
      const { token } = await client.signIn("region");
      now = new Date(START.getTime() + 15 * 60_000 - 1000);
      expect(await statusOf(token)).toBe(200);
      now = new Date(START.getTime() + 15 * 60_000);
      expect(await statusOf(token)).toBe(401);
    });

    test("ends on the host by logging out, and cannot be refreshed any more", async () => {
      const { token, refresh_token } = await client.signIn("region");
      const other = await client.signIn("region");
      const response = await client.askWith(token, logout, logout.path);
      expect([200, 204]).toContain(response.status);
      expect(await statusOf(token)).toBe(401);
      await expectRefusal(await renew(token, refresh_token), 401);
      await expectRefusal(
        await client.askWith(token, logout, logout.path),
        401,
      );
      expect(await statusOf(other.token)).toBe(200);
    });
  });

  describe("figures", () => {
    test.each(Object.entries(ACCESS_TABLE))(
      "of every subject are given or refused to %s by the access table",
      async (username, expected) => {
        const outcomes: Outcome[] = [];
        for (const subject of SUBJECTS) {
          const path = `/api/metrics/${subject}/${RANGE}/`;
          const { status } = await client.askAs(username, getMetrics, path);
          // Nothing to count is an answer too.
          const isLetThrough = status === 200 || status === 204;
          outcomes.push(isLetThrough ? "ok" : (status as Outcome));
        }
        expect(outcomes).toEqual(expected);
      },
    );

    test("of a range in the future are empty", async () => {
      const path = "/api/metrics/facility/101/2026-08-01/2026-08-31/";
      const response = await client.askAs("facility", getMetrics, path);
      expect(response.status).toBe(204);
      expect(await response.text()).toBe("");
    });

    test("of a facility that does not exist are 404 where everything may be seen, else 403", async () => {
      const path = `/api/metrics/physician/1003000102/${RANGE}/?facility_id=999`;
      await expectRefusal(await client.askAs("company", getMetrics, path), 404);
      await expectRefusal(await client.askAs("region", getMetrics, path), 403);
    });

    test("are ISNP figures for ISNP-only viewers, whatever they ask for", async () => {
      const path = `/api/metrics/region/11/${RANGE}/`;
      const read = async (username: string, query: string) =>
        getMetrics.answer.parse(
          await bodyOf(await client.askAs(username, getMetrics, path + query)),
        ).data;
      const isnp = await read("region", "?isnp=true");
      expect(isnp).not.toEqual(await read("region", ""));
      for (const query of ["", "?isnp=false", "?isnp=true"]) {
        expect(await read("isnp", query)).toEqual(isnp);
      }
    });

    test("of a facility carry its stars", async () => {
      const path = `/api/metrics/facility/102/${RANGE}/`;
      const { data } = getMetrics.answer.parse(
        await bodyOf(await client.askAs("region", getMetrics, path)),
      );
      expect(data.cms_rating).toEqual({
        overall: 2,
        survey: 2,
        quality: 3,
        staffing: 1,
      });
    });
  });

  describe("the rows behind a figure", () => {
    test("are a file of its name, with a byte order mark and the columns of the contract", async () => {
      const answered: string[] = [];
      for (const tag of FIGURE_TAGS) {
        const path = `/api/metricdatacsv/facility/101/${RANGE}/?measure_name=${tag}`;
        const response = await client.askAs("facility", getMetricData, path);
        // A figure may count nothing.
        if (response.status === 204) continue;
        answered.push(tag);
        const bytes = Buffer.from(await response.arrayBuffer());
        const header = `\uFEFF${METRIC_COLUMNS[tag].join(",")}\r\n`;
        expect(bytes.toString("utf8").slice(0, header.length)).toBe(header);
        expect(response.headers.get("content-disposition")).toBe(
          `attachment; filename="${tag}-facility-101-from-2025-07-01-2026-06-30.csv"`,
        );
      }
      expect(answered).toEqual(
        expect.arrayContaining(["patient_count", "days_of_care", "rth"]),
      );
    });

    test("are refused and given by the same table as the figure", async () => {
      for (const [username, expected] of Object.entries(ACCESS_TABLE)) {
        const outcomes: Outcome[] = [];
        for (const subject of SUBJECTS) {
          const path = `/api/metricdatacsv/${subject}/${RANGE}/?measure_name=snf_adm`;
          const response = await client.askAs(username, getMetricData, path);
          // An export takes its place until it is read to its end.
          await response.text();
          const { status } = response;
          const isLetThrough = status === 200 || status === 204;
          outcomes.push(isLetThrough ? "ok" : (status as Outcome));
        }
        expect([username, outcomes]).toEqual([username, expected]);
      }
    });
  });

  describe("the organisation", () => {
    test.each([
      ["company", [1, 2], [11, 21, 12], [101, 102, 121, 211, 212]],
      ["accounts", [1, 2], [11, 21, 12], [101, 102, 121, 211, 212]],
      ["division", [1], [11, 12], [101, 102, 121]],
      ["region", [], [11], [101, 102]],
      ["facilities", [], [], [101, 102]],
      ["physician", [], [], []],
    ])(
      "of %s holds what they may open, by name",
      async (username, divisions, regions, facilities) => {
        const response = await client.askAs(
          username,
          getOrganization,
          getOrganization.path,
        );
        const { data } = getOrganization.answer.parse(await bodyOf(response));
        expect(data.divisions.map((one) => one.division_id)).toEqual(divisions);
        expect(data.regions.map((one) => one.region_id)).toEqual(regions);
        expect(data.facilities.map((one) => one.facility_id)).toEqual(
          facilities,
        );
      },
    );
  });

  describe("unread notes", () => {
    async function unreadOf(username: string): Promise<number> {
      const { path } = getUnreadAlerts;
      const response = await client.askAs(username, getUnreadAlerts, path);
      return getUnreadAlerts.answer.parse(await bodyOf(response)).data.unread;
    }

    test("are counted for physicians and nobody else", async () => {
      expect(await unreadOf("physician")).toBeGreaterThan(0);
      for (const { username, accessLevel, ids } of ACCOUNTS) {
        if (accessLevel === "physician" || ids.includes(SPARE)) continue;
        expect([username, await unreadOf(username)]).toEqual([username, 0]);
      }
    });
  });

  describe("reading notes", () => {
    test("lowers the count, and the list says which are left", async () => {
      const ask = (target: AnyEndpoint, body?: unknown) =>
        client.askAs("physicians", target, target.path, body);
      const unread = async () => {
        const listed = getPhysicianAlerts.answer.parse(
          await bodyOf(await ask(getPhysicianAlerts)),
        ).data;
        const counted = getUnreadAlerts.answer.parse(
          await bodyOf(await ask(getUnreadAlerts)),
        ).data;
        const left = listed.filter((note) => note.unread);
        expect(left).toHaveLength(counted.unread);
        return left.map(({ noteId }) => noteId);
      };
      const [first, ...others] = await unread();
      const marked = await ask(postNotesRead, { noteIds: [first] });
      expect(await bodyOf(marked)).toEqual({ data: { unread: others.length } });
      expect(await unread()).toEqual(others);
    });
  });

  describe("the list of reports", () => {
    async function listFor(username: string) {
      const response = await client.askAs(
        username,
        getReports,
        getReports.path,
      );
      return getReports.answer.parse(await bodyOf(response)).data;
    }

    test("holds what a level may see, and for account managers all with its levels", async () => {
      const slugs = async (username: string) =>
        (await listFor(username)).map(({ report_id }) => report_id);
      expect(await slugs("physician")).toEqual(["after-hours-patient-report"]);
      expect(await slugs("facility")).toEqual([
        "after-hours-patient-report",
        "cms-qies-reports",
        "infection-control",
      ]);
      const all = await listFor("accounts");
      expect(all.map(({ title, roles }) => [title, roles?.length])).toEqual([
        ["After Hours Patient Report", 6],
        ["Antibiotic Stewardship", 2],
        ["CMS QIES Reports", 5],
        ["Infection Control", 5],
        ["Medical Staff Report", 4],
      ]);
      const [own] = await listFor("company");
      expect(own).not.toHaveProperty("roles");
    });

    test("changes with the access that is given and taken", async () => {
      const path = "/api/reports/5/roles";
      const titles = async () =>
        (await listFor("division")).map(({ title }) => title);
      for (const allow of [true, true, false]) {
        const body = { role: "division", allow };
        const response = await client.askAs(
          "accounts",
          postReportRole,
          path,
          body,
        );
        expect(response.status).toBe(200);
        expect((await titles()).includes("Antibiotic Stewardship")).toBe(allow);
      }
      const body = { role: "account_manager", allow: true };
      await expectRefusal(
        await client.askAs("accounts", postReportRole, path, body),
        400,
      );
    });

    test.each([
      [2, "physician"],
      [3, "physician"],
      [3, "facility"],
      [5, "physician"],
    ])(
      "give report %i to no %s, for whom it does nothing",
      async (id, role) => {
        const path = `/api/reports/${id}/roles`;
        const listed = () => listFor("accounts");
        const before = await listed();
        const give = { role, allow: true };
        await expectRefusal(
          await client.askAs("accounts", postReportRole, path, give),
          400,
        );
        expect(await listed()).toEqual(before);
      },
    );
  });

  describe("CMS reports", () => {
    const download = `/api/QIES-reports/${CMS_REPORTS.finished}`;
    const linkFor = async (username: string) =>
      getQiesDownload.answer.parse(
        await bodyOf(await client.askAs(username, getQiesDownload, download)),
      ).data.report_url;

    test("are fetched by their address as a PDF, by who asked for it alone", async () => {
      const link = await linkFor("facility");
      const get = { method: "GET" } as const;
      const response = await client.askAs("facility", get, link);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
      expect(response.headers.get("content-length")).toBe(`${bytes.length}`);
      for (const other of ["facilities", "region", "isnp"]) {
        await expectRefusal(await client.askAs(other, get, link), 403);
      }
      await expectRefusal(await client.askWith(null, get, link), 401);
      now = new Date(START.getTime() + 6 * 60_000);
      await expectRefusal(await client.askAs("facility", get, link), 403);
    });

    test("are saved under a name with facility and period", async () => {
      const { data } = getQiesDownload.answer.parse(
        await bodyOf(await client.askAs("facility", getQiesDownload, download)),
      );
      expect(data.name).toMatch(
        /^Facility Quality Measure Report, .+, \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}$/,
      );
    });

    test("are listed with why one failed, and with the census that they are made from", async () => {
      const path = "/api/QIES-reports/2026-01-01/2026-12-31/";
      const { data, census } = getQiesReports.answer.parse(
        await bodyOf(await client.askAs("facility", getQiesReports, path)),
      );
      expect(data.find(({ status }) => status === "error")).toMatchObject({
        problem: "CMS does not know this facility.",
        args: {},
        isnp_only: false,
      });
      expect(census?.first_day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(census?.last_day).toMatch(/^\d{4}-\d\d-\d\d$/);
    });

    test("that were asked for are in the list", async () => {
      const path = "/api/QIES-reports/2026-01-01/2026-12-31/";
      const idsFor = async (username: string) => {
        const response = await client.askAs(username, getQiesReports, path);
        if (response.status === 204) return [];
        return getQiesReports.answer
          .parse(await bodyOf(response))
          .data.map(({ id }) => id);
      };
      const before = await idsFor("facility");
      expect(before).toContain(CMS_REPORTS.finished);
      expect(await idsFor("isnp")).toEqual([]);
      const response = await client.askAs(
        "facility",
        postQiesReport,
        postQiesReport.path,
        {
          report_category_id: 50,
          report_type_id: 5015,
          name: "MDS 3.0 Missing Assessment",
          fac_id: 101,
          user_id: 6,
          start_date: null,
          end_date: null,
          args: {},
          file_type: "pdf",
        },
      );
      expect(response.status).toBe(200);
      const after = await idsFor("facility");
      expect(after).toHaveLength(before.length + 1);
      expect(await idsFor("region")).toContain(after[0]);
    });
  });

  test("answers on a port as it does in process", async () => {
    for (const { target, as, path } of CASES_FOR_ALL) {
      if (target.method !== "GET") continue;
      const { token } = await client.sessionOf(as);
      const served = await fetch(client.host.origin + path, {
        headers: { [ACCESS_TOKEN_HEADER]: token },
      });
      expect([path, served.status]).toEqual([path, 200]);
      expect(await bodyOf(served)).toEqual(
        await bodyOf(await client.askAs(as, target, path)),
      );
    }
  });

  describe("anything else", () => {
    test("is 404 on an unknown path and 405 by an unknown method", async () => {
      await expectRefusal(
        await client.askAs("company", { method: "GET" }, "/api/nothing"),
        404,
      );
      await expectRefusal(
        await client.askAs("company", { method: "DELETE" }, "/auth/me/"),
        405,
      );
    });
  });
});

test("the suite has a case for every endpoint of the contract", async () => {
  const folder = join(import.meta.dirname, "../../app/contract");
  const files = readdirSync(folder).filter((file) => !file.includes(".test."));
  const modules = await Promise.all(
    files.map(
      async (file) =>
        (await import(join(folder, file))) as Record<string, unknown>,
    ),
  );
  const declared = modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is AnyEndpoint =>
        typeof value === "object" && value !== null && "bodyType" in value,
    );
  expect(new Set(ENDPOINTS.map(({ endpoint }) => endpoint))).toEqual(
    new Set(declared),
  );
  const covered = new Set([
    ...CASES_FOR_ALL.map(({ target }) => target),
    ...LINKED_ENDPOINTS,
    ...SESSION_ENDPOINTS,
  ]);
  expect(declared.length).toBeGreaterThan(20);
  const missing = declared.filter((one) => !covered.has(one));
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

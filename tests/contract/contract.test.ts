import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_TOKEN_HEADER, getMe } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import { getFrailty } from "~/contract/frailty";
import { getGraphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetricData, METRIC_COLUMNS } from "~/contract/metricdatacsv";
import { getMetrics } from "~/contract/metrics";
import { getQuality } from "~/contract/qmcalculator";
import { getReports, postReportRole } from "~/contract/reports";
import { getLocationSummary } from "~/contract/summary";
import { getUsers } from "~/contract/users";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { ENDPOINTS } from "~mocks/endpoints";
import { callDoor } from "~server/door/in-process-door";
import { deepFreeze } from "~server/testing/deep-freeze";
import { ACCESS_TABLE, SUBJECTS, type Outcome } from "./access-table";
import { PASSWORD } from "./census.data";
import {
  CASES_FOR_ALL,
  LINKED_ENDPOINTS,
  SESSION_ENDPOINTS,
} from "./endpoint-cases";
import type { EndpointCase } from "./endpoint-cases/endpoint-case";
import { bodyOf, expectRefusal, HostClient } from "./host-client";
import { openHost } from "./host";

const NOW = new Date("2026-07-01T16:00:00Z");
const RANGE = "2025-07-01/2026-06-30";

/** The path with its last slash where it has none, and without it where it has one. */
function withOtherSlash(path: string): string {
  const [pathname = "", query] = path.split("?", 2);
  const other = pathname.endsWith("/") ? pathname.slice(0, -1) : `${pathname}/`;
  return query === undefined ? other : `${other}?${query}`;
}

/** Nobody can in process. */
function namesAFieldTwice(path: string): boolean {
  const names = [...new URL(path, "http://any.invalid").searchParams.keys()];
  return new Set(names).size < names.length;
}

/** Makes a call in process whose values are those of a path. */
async function callAs(
  client: HostClient,
  username: string,
  target: AnyEndpoint,
  path: string,
) {
  const { pathname, searchParams } = new URL(path, "http://any.invalid");
  const segments = pathname.split("/");
  const params = target.path
    .split("/")
    .flatMap((part, at) =>
      part.startsWith(":") ? [[part.slice(1), segments[at]]] : [],
    );
  const { token } = await client.sessionOf(username);
  return callDoor(
    client.host.doors,
    target,
    {
      params: Object.fromEntries(params) as object,
      query: Object.fromEntries(searchParams),
    },
    {
      session: null,
      presented: { token },
      requestId: "contract",
      signal: new AbortController().signal,
    },
  );
}

describe("the data server", () => {
  let client: HostClient;

  beforeAll(async () => {
    client = new HostClient(await openHost(() => NOW));
  }, 60_000);
  afterAll(() => client.host.close());

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

  test.each([
    {},
    { username: "company" },
    { username: "", password: PASSWORD },
    { username: "x".repeat(201), password: PASSWORD },
  ])("signing in with the fields %j is refused with 400", async (fields) => {
    await expectRefusal(
      await client.logIn(fields as Record<string, string>),
      400,
    );
  });

  test("the list of users names the physicians among them", async () => {
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

  test("what each page begins with has the time of the data", async () => {
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

  describe.each<[string, AnyEndpoint, RegExp, (subject: string) => string]>([
    ["figures", getMetrics, /./, (of) => `/api/metrics/${of}/${RANGE}/`],
    [
      "rows behind a figure",
      getMetricData,
      /./,
      (of) => `/api/metricdatacsv/${of}/${RANGE}/?measure_name=snf_adm`,
    ],
    ["graphs", getGraphs, /./, (of) => `/api/new_graphs/${of}/2026-06-30/`],
    ["quality", getQuality, /./, (of) => `/api/qmcalculator/${of}/`],
    ["frailty", getFrailty, /./, (of) => `/api/frailty/${of}/${RANGE}/`],
    [
      "summaries",
      getLocationSummary,
      /^(?!facility)/,
      (of) => `/api/summary/${of}/${RANGE}/`,
    ],
    [
      // Those of larger places are for whom the report of that name is open.
      "medical staff",
      getMedicalStaff,
      /^facility/,
      (of) => `/api/medicalstaff/${of}/${RANGE}/`,
    ],
  ])("%s", (_, target, subjects, pathOf) => {
    test.each(Object.entries(ACCESS_TABLE))(
      "of every subject are given or refused to %s by the access table",
      async (username, row) => {
        const expected = row.map((outcome, at) => [SUBJECTS[at], outcome]);
        const outcomes: [string, Outcome][] = [];
        for (const subject of SUBJECTS.filter((one) => subjects.test(one))) {
          const path = pathOf(subject);
          const response = await client.askAs(username, target, path);
          // An export takes its place until it is read to its end.
          await response.text();
          const { status } = response;
          // Nothing to count is an answer too.
          const isLetThrough = status === 200 || status === 204;
          outcomes.push([subject, isLetThrough ? "ok" : (status as Outcome)]);
        }
        expect(outcomes).toEqual(
          expected.filter(([subject]) => subjects.test(String(subject))),
        );
      },
    );
  });

  test("the rows behind a figure are a file of its name, with a byte order mark and the columns of the contract", async () => {
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

  test.each([
    [2, "physician"],
    [3, "physician"],
    [3, "facility"],
    [5, "physician"],
  ])(
    "report %i is given to no %s, for whom it does nothing",
    async (id, role) => {
      const listed = async () => {
        const { path } = getReports;
        const response = await client.askAs("accounts", getReports, path);
        return getReports.answer.parse(await bodyOf(response)).data;
      };
      const before = await listed();
      const path = `/api/reports/${id}/roles`;
      const give = { role, allow: true };
      await expectRefusal(
        await client.askAs("accounts", postReportRole, path, give),
        400,
      );
      expect(await listed()).toEqual(before);
    },
  );

  const GET_CASES = CASES_FOR_ALL.filter(
    ({ target }) => target.method === "GET",
  );

  test.each(GET_CASES)(
    "in process, $name is answered as on a port, valid as it is, and the same again",
    async ({ target, as, path }) => {
      const { token } = await client.sessionOf(as);
      const served = await fetch(client.host.origin + path, {
        headers: { [ACCESS_TOKEN_HEADER]: token },
      });
      expect(served.status).toBe(200);
      const sent = await bodyOf(served);
      const given = await callAs(client, as, target, path);
      if (given.kind === "file") {
        const { body, file } = given.answer;
        expect(await new Response(body).text()).toBe(sent);
        expect(file.type).toBe(served.headers.get("content-type"));
        return;
      }
      expect(given.kind).toBe("data");
      const { answer } = given as { answer: object };
      const written: unknown = JSON.parse(JSON.stringify(answer));
      expect(written).toEqual(answer);
      // What the shape leaves out or changes would be read in process as it is.
      expect(target.answer.parse(written)).toEqual(answer);
      const { token: _, ...own } = sent as { token?: unknown };
      expect(own).toEqual(answer);
      // Whoever asks next may share it: what changes it fails.
      deepFreeze(answer);
      expect(await callAs(client, as, target, path)).toEqual(given);
    },
  );

  test("in process, the same calls are refused", async () => {
    for (const { target, as, bad = [], foreign = [] } of GET_CASES) {
      const cases = [
        ...bad
          .filter((path) => !namesAFieldTwice(path))
          .map((path) => [as, path, 400] as const),
        ...foreign.map(([other, path]) => [other, path, 403] as const),
      ];
      for (const [username, path, status] of cases) {
        const { kind, refusal } = (await callAs(
          client,
          username,
          target,
          path,
        )) as { kind: string; refusal?: { status: number } };
        expect([path, kind, refusal?.status]).toEqual([
          path,
          "refused",
          status,
        ]);
      }
    }
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

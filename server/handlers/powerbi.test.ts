import { http, HttpResponse } from "msw";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { getEmbed } from "~/contract/powerbi";
import { createPowerBi } from "~server/powerbi/power-bi";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import {
  DATASET_URL,
  EMBED_EXPIRATION,
  ENTRA_TOKEN_URL,
  GENERATE_TOKEN_URL,
  PRINCIPAL,
  REPORT,
  REPORT_URL,
  startPowerBiService,
  WORKSPACE,
} from "~server/testing/power-bi-service";
import type { PowerBiService } from "~server/testing/power-bi-service";

const MINUTE_MS = 60_000;
const PATH = `/api/powerbi/${WORKSPACE}/${REPORT}`;
const COMPANY: TestUser = { accessLevel: "company", username: "company" };
const FACILITIES: TestUser = {
  accessLevel: "facility",
  ids: [14, 12],
  username: "facilities",
};

describe("embedded reports", () => {
  let service: PowerBiService;
  let api: TestApi;
  let reports = 0;
  beforeAll(() => {
    service = startPowerBiService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    api = await openTestApi();
    reports = 0;
    const { deps } = api;
    deps.powerBi = createPowerBi(PRINCIPAL, deps.clock, 200);
    await addReport({ role: "Location" });
  });
  afterEach(async () => {
    service.reset();
    await api.close();
  });

  async function addReport({
    role,
    powerBiId = REPORT,
    levels = ["physician", "facility", "region", "company"],
  }: {
    role: string | null;
    powerBiId?: string;
    levels?: string[];
  }): Promise<void> {
    const { db } = api.deps.store;
    reports += 1;
    const { id } = await db
      .insertInto("reports")
      .values({
        report_id: `report-${reports}`,
        title: "Infections",
        type: "powerbi",
        workspace_id: WORKSPACE,
        powerbi_report_id: powerBiId,
        row_level_role: role,
        demo: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("report_roles")
      .values(levels.map((level) => ({ report: id, role: level })))
      .execute();
  }

  async function withoutRole(): Promise<void> {
    await api.deps.store.db
      .updateTable("reports")
      .set({ row_level_role: null })
      .execute();
  }

  const tokens = new Map<TestApi, Map<TestUser, string>>();
  async function ask(user: TestUser = FACILITIES, path = PATH) {
    const held = tokens.get(api) ?? new Map<TestUser, string>();
    tokens.set(api, held);
    const token = held.get(user) ?? (await api.signIn(user)).token;
    held.set(user, token);
    const response = await api.get(path, token);
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: (await response.json()) as Record<string, unknown>,
    };
  }

  it("are given to whom the list names, with the report's facts and a token that ends", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(getEmbed.answer.parse(body).data).toEqual({
      reportConfig: {
        reportName: "Infection Control",
        reportId: REPORT,
        embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${REPORT}`,
      },
      accessToken: "embed-token",
      expiration: EMBED_EXPIRATION,
    });
    expect(service.calls).toEqual(["entra", "report", "dataset", "embed"]);
    expect(api.logged).toContainEqual(
      expect.objectContaining({ event: "audit.view_embedded_report" }),
    );
    expect(JSON.stringify(api.logged)).not.toMatch(
      /canary|entra-1|embed-token/,
    );
  });

  describe("are cut to the viewer by an identity", () => {
    it.each<[TestUser, string]>([
      [FACILITIES, "facility:12 14"],
      [{ ...COMPANY, ids: [0] }, "company:0"],
      [{ accessLevel: "region", ids: [11], isnpOnly: true }, "region:11;isnp"],
    ])("of %j as %s", async (user, username) => {
      expect((await ask(user)).status).toBe(200);
      expect(service.tokenQuestion).toMatchObject({
        identities: [
          {
            username,
            roles: ["Location"],
            datasets: ["4a1f0000-0000-4000-8000-000000000900"],
          },
        ],
        reports: [{ id: REPORT, allowEdit: false }],
      });
    });

    it("without a role, where the model asks for a name alone", async () => {
      service.model.isEffectiveIdentityRolesRequired = false;
      await withoutRole();
      expect((await ask()).status).toBe(200);
      const [identity] = service.tokenQuestion!.identities as unknown[];
      expect(identity).not.toHaveProperty("roles");
    });

    it("and refused where the model needs a role and none is set up", async () => {
      await withoutRole();
      const { status, body } = await ask();
      expect(status).toBe(503);
      expect(body.error).toMatch(/needs a security role/);
      expect(service.calls).not.toContain("embed");
    });

    it("and refused where the model has lost its rules", async () => {
      service.model.isEffectiveIdentityRequired = false;
      const { status, body } = await ask(COMPANY);
      expect(status).toBe(503);
      expect(body.error).toMatch(/its model has no such rules/);
      expect(service.calls).not.toContain("embed");
    });

    it("and refused to an account of too many places to name, or of none", async () => {
      // 'facility:' and fifty ids of four digits have 258 characters.
      const ids = Array.from({ length: 50 }, (_, index) => 1_000 + index);
      const statusOf = async (places: number[]) =>
        (await ask({ accessLevel: "facility", ids: places })).status;
      expect(await statusOf(ids)).toBe(403);
      expect(await statusOf([...ids.slice(1), 12])).toBe(200);
      expect(await statusOf([])).toBe(403);
    });
  });

  it("that nothing cuts are for those who see everything", async () => {
    service.model.isEffectiveIdentityRequired = false;
    await withoutRole();
    expect((await ask(COMPANY)).status).toBe(200);
    expect(service.tokenQuestion).not.toHaveProperty("identities");
    expect((await ask(FACILITIES)).status).toBe(403);
    const isnpOnly = { accessLevel: "company", isnpOnly: true } as const;
    expect((await ask(isnpOnly)).status).toBe(403);
  });

  it("are only those of the list", async () => {
    const other = REPORT.replace(/4$/, "5");
    expect((await ask(COMPANY, PATH.replace(REPORT, other))).status).toBe(404);
    expect((await ask(COMPANY, "/api/powerbi/..%2F..%2Fx/y")).status).toBe(404);
    await addReport({ role: null, powerBiId: other, levels: ["region"] });
    expect((await ask(COMPANY, PATH.replace(REPORT, other))).status).toBe(403);
    expect(service.calls).toEqual([]);
  });

  it("are said not to be set up where they are not", async () => {
    api.deps.powerBi = null;
    expect(await ask()).toMatchObject({
      status: 503,
      body: { error: "Embedded reports are not set up." },
    });
  });

  describe("cost few calls", () => {
    it("as the access token and what is known of the report are kept", async () => {
      await ask();
      await ask();
      await ask(COMPANY);
      expect(service.calls.slice(4)).toEqual(["embed", "embed"]);
      // The session of a test lasts 15 minutes.
      api.advance(6 * MINUTE_MS);
      await ask();
      expect(service.calls.slice(6)).toEqual(["report", "dataset", "embed"]);
    });

    it("also where many ask at once", async () => {
      // One session for all of them.
      await ask(COMPANY, PATH.replace(REPORT, "none"));
      await Promise.all(Array.from({ length: 8 }, () => ask(COMPANY)));
      const count = (name: string) =>
        service.calls.filter((call) => call === name).length;
      expect([count("entra"), count("report"), count("embed")]).toEqual([
        1, 1, 8,
      ]);
    });

    it("until shortly before the access token ends", async () => {
      await ask();
      const later = async (minutes: number) => {
        api.advance(minutes * MINUTE_MS);
        tokens.delete(api);
        const name = { ...COMPANY, username: `after ${minutes}` };
        expect((await ask(name)).status).toBe(200);
        return service.calls.filter((call) => call === "entra").length;
      };
      expect(await later(54)).toBe(1);
      expect(await later(2)).toBe(2);
    });
  });

  it("survive an access token that was withdrawn, by asking for one more", async () => {
    await ask();
    service.use(
      http.post(
        GENERATE_TOKEN_URL,
        () => HttpResponse.json({}, { status: 401 }),
        { once: true },
      ),
    );
    expect((await ask()).status).toBe(200);
    expect(service.calls.slice(4)).toEqual(["entra", "embed"]);
    service.use(
      http.post(GENERATE_TOKEN_URL, () =>
        HttpResponse.json(
          { error: { code: "PowerBINotAuthorizedException" } },
          { status: 401 },
        ),
      ),
    );
    const { status, body } = await ask();
    expect([status, body.error]).toEqual([
      503,
      "Power BI does not give out this report. Please tell an administrator.",
    ]);
    expect(service.calls.slice(6)).toEqual(["entra"]);
    expect(api.logged).toContainEqual(
      expect.objectContaining({
        event: "powerbi.failed",
        reason: "refused",
        status: 401,
        code: "PowerBINotAuthorizedException",
      }),
    );
  });

  const json =
    (status: number, headers: Record<string, string> = {}) =>
    () =>
      HttpResponse.json(
        { error: { code: "A code", message: "canary" } },
        { status, headers },
      );
  const never = () => new Promise<never>(() => undefined);

  /** The facts of the report, with others in their place. */
  const facts = (changed: object) =>
    http.get(REPORT_URL, () =>
      HttpResponse.json({ id: REPORT, name: "x", datasetId: "d", ...changed }),
    );
  const embedding = (answer: Parameters<typeof http.post>[1]) =>
    http.post(GENERATE_TOKEN_URL, answer);
  const entra = (answer: Parameters<typeof http.post>[1]) =>
    http.post(ENTRA_TOKEN_URL, answer);
  const report = (answer: Parameters<typeof http.get>[1]) =>
    http.get(REPORT_URL, answer);
  const elsewhere = { location: "https://elsewhere.invalid/" };
  const atNoTime = { token: "t", expiration: "2026-06-15T12:20:00+99:99" };
  const LONG = "x".repeat(1_100_000);

  it.each([
    ["Entra refuses the secret", entra(json(401)), /give out/, null],
    ["Entra is down", entra(() => HttpResponse.error()), /reached/, "10"],
    ["the workspace is not shared", report(json(403)), /give out/, null],
    ["the report is gone", report(json(404)), /give out/, null],
    [
      "there are too many calls",
      embedding(json(429, { "retry-after": "30" })),
      /busy/,
      "30",
    ],
    ["it is out of order", http.get(DATASET_URL, json(500)), /busy/, "10"],
    ["it is slow", embedding(never), /reached/, "10"],
    [
      "it sends somebody else's page",
      report(() => HttpResponse.html("<p>")),
      /understood/,
      null,
    ],
    ["it redirects", report(json(302, elsewhere)), /understood/, null],
    [
      "the address to embed is no https",
      facts({ embedUrl: "http://app.powerbi.com/" }),
      /understood/,
      null,
    ],
    [
      "the address to embed is none",
      facts({ embedUrl: "nowhere" }),
      /understood/,
      null,
    ],
    [
      "the token ends at no time",
      embedding(() => HttpResponse.json(atNoTime)),
      /understood/,
      null,
    ],
    [
      "the answer has no end",
      report(() => HttpResponse.text(LONG)),
      /understood/,
      null,
    ],
  ])("are 503 in words where %s", async (_, handler, words, retryAfter) => {
    service.use(handler);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 503, retryAfter });
    expect(refused.body.error).toMatch(words);
    expect(JSON.stringify([refused, api.logged])).not.toContain("canary");
  });

  it("leave a service alone that asks for it, and then come back", async () => {
    service.use(
      http.post(GENERATE_TOKEN_URL, json(429, { "retry-after": "30" }), {
        once: true,
      }),
    );
    await ask();
    const before = service.calls.length;
    api.advance(10_000);
    expect(await ask()).toMatchObject({ status: 503, retryAfter: "20" });
    expect(service.calls).toHaveLength(before);
    api.advance(20_000);
    expect((await ask()).status).toBe(200);
  });

  it("leave a service alone that is down", async () => {
    let asked = 0;
    service.use(
      http.post(ENTRA_TOKEN_URL, () => {
        asked += 1;
        return HttpResponse.error();
      }),
    );
    for (let call = 0; call < 8; call += 1) {
      expect((await ask()).status).toBe(503);
    }
    expect(asked).toBe(5);
  });
});

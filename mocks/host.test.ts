import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACCESS_TOKEN_HEADER, sessionTokens } from "~/contract/auth";
import { getAuditEvents } from "~/contract/audit";
import { getGraphs } from "~/contract/graphs";
import { getMetrics } from "~/contract/metrics";
import { MOCK_PASSWORD } from "./accounts.data";
import { startMockHost, SCENARIO_PATH, type RunningMockHost } from "./host";
import { MockHost } from "./mock-host";
import { startMocks } from "./node";
import type { Noun, ScenarioName } from "./scenarios/named-scenarios";

const METRICS = "/api/metrics/facility/101/2025-07-01/2026-06-30/";

async function signIn(url: string, username = "demo-facility") {
  const response = await fetch(`${url}/auth/login/`, {
    method: "POST",
    body: new URLSearchParams({ username, password: MOCK_PASSWORD }),
  });
  return sessionTokens.parse(await response.json());
}

function get(url: string, token: string): Promise<Response> {
  return fetch(url, { headers: { [ACCESS_TOKEN_HEADER]: token } });
}

describe("the mock host on a port", () => {
  let mock: RunningMockHost;
  let now: Date;
  let token: string;

  beforeEach(async () => {
    now = new Date("2026-07-01T12:00:00Z");
    mock = await startMockHost({ clock: () => now, slowMs: 1 });
    ({ token } = await signIn(mock.url));
  });
  afterEach(() => mock.close());

  async function played(noun: Noun | "all", scenario: ScenarioName) {
    mock.host.play(noun, scenario);
    const response = await get(mock.url + METRICS, token);
    return { status: response.status, text: await response.text() };
  }

  test.each([
    ["empty", 204, ""],
    ["system-error", 500, ""],
    [
      "system-error-with-message",
      500,
      '{"message":"The warehouse is being rebuilt."}',
    ],
    ["half-json", 200, '{"data": {"patient_cou'],
    ["signed-out", 401, '{"error":"Your session has ended."}'],
    ["forbidden", 403, '{"error":"You do not have access to this."}'],
    ["not-found", 404, '{"error":"This was not found."}'],
    ["too-many", 429, '{"error":"Too many attempts. Please wait a minute."}'],
  ] as const)("plays %s with status %i", async (scenario, status, text) => {
    expect(await played("metrics", scenario)).toEqual({ status, text });
  });

  test("gives the audit trail in pages, each event once", async () => {
    const manager = await signIn(mock.url, "demo-accounts");
    const times: string[] = [];
    const sizes: number[] = [];
    let path: string | null = `${mock.url}/auth/audit`;
    while (path) {
      const response = await get(path, manager.token);
      const answer: unknown = await response.json();
      const { data, next } = getAuditEvents.answer.parse(answer);
      sizes.push(data.length);
      times.push(...data.map(({ at }) => at));
      path = next === null ? null : `${mock.url}/auth/audit?before=${next}`;
    }
    expect(sizes).toEqual([100, 100, 26]);
    expect(new Set(times).size).toBe(226);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("plays data of a shape that the contract refuses", async () => {
    const { text } = await played("metrics", "bad-shape");
    expect(getMetrics.answer.safeParse(JSON.parse(text)).success).toBe(false);
  });

  test("plays a slow answer that is the right one", async () => {
    const { status, text } = await played("metrics", "slow");
    expect(status).toBe(200);
    expect(getMetrics.answer.safeParse(JSON.parse(text)).success).toBe(true);
  });

  test("plays a new token that works and is another one, with the time of the data", async () => {
    mock.host.play("graphs", "new-token");
    const path = "/api/new_graphs/facility/101/2026-06-30/";
    const answer = getGraphs.answer.parse(
      await (await get(mock.url + path, token)).json(),
    );
    expect(answer.data_effective_tstamp).toBe("2026-07-01 07:00:00");
    expect(answer.token).not.toBe(token);
    expect((await get(mock.url + METRICS, answer.token ?? "")).status).toBe(
      200,
    );
  });

  test("leaves the other nouns alone", async () => {
    expect((await played("frailty", "system-error")).status).toBe(200);
  });

  test("leaves signing in alone when a scenario is played on all", async () => {
    expect((await played("all", "system-error")).status).toBe(500);
    expect((await signIn(mock.url)).token).toBeTruthy();
  });

  test("is switched from outside, and back", async () => {
    const asked = await fetch(mock.url + SCENARIO_PATH, {
      method: "POST",
      body: JSON.stringify({ noun: "metrics", scenario: "empty" }),
    });
    expect(asked.status).toBe(204);
    expect((await get(mock.url + METRICS, token)).status).toBe(204);
    await fetch(mock.url + SCENARIO_PATH, { method: "DELETE" });
    expect((await get(mock.url + METRICS, token)).status).toBe(200);
  });

  test("refuses a scenario that it does not have", async () => {
    const asked = await fetch(mock.url + SCENARIO_PATH, {
      method: "POST",
      body: JSON.stringify({ noun: "metrics", scenario: "typhoon" }),
    });
    expect(asked.status).toBe(400);
  });

  test("ends a session 15 minutes after its token was made", async () => {
    now = new Date("2026-07-01T12:14:59Z");
    expect((await get(mock.url + METRICS, token)).status).toBe(200);
    now = new Date("2026-07-01T12:15:00Z");
    expect((await get(mock.url + METRICS, token)).status).toBe(401);
  });
});

test("the mocks answer this process's own requests", async () => {
  const mocks = await startMocks(new MockHost({}));
  try {
    const { token } = await signIn("http://api-host.invalid");
    const answer = await get(`http://api-host.invalid${METRICS}`, token);
    expect(getMetrics.answer.safeParse(await answer.json()).success).toBe(true);
  } finally {
    mocks.stop();
  }
});

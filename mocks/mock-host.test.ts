import { decodeJwt } from "jose";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { ACCESS_TOKEN_HEADER, sessionTokens } from "~/contract/auth";
import { getGraphs } from "~/contract/graphs";
import { getMetrics } from "~/contract/metrics";
import { parseNewYorkSqlDatetime } from "~/domain/calendar";
import { PASSWORD } from "../tests/pages/support/census";
import { startCensusHost } from "../tests/pages/support/census-host";
import type { Noun } from "./endpoints";
import { SCENARIO_PATH, type MockHost } from "./mock-host";
import type { ScenarioName } from "./scenarios";

const METRICS = "/api/metrics/facility/101/2025-01-01/2025-12-31/";
const GRAPHS = "/api/new_graphs/facility/101/2025-12-31/";

let host: MockHost;
let token: string;
beforeAll(async () => {
  host = await startCensusHost({ slowMs: 1 });
  token = await signIn();
});
afterAll(() => host.close());
beforeEach(() => host.reset());

async function signIn(): Promise<string> {
  const response = await fetch(`${host.url}/auth/login/`, {
    method: "POST",
    body: new URLSearchParams({ username: "facility", password: PASSWORD }),
  });
  return sessionTokens.parse(await response.json()).token;
}

function get(path: string, as = token): Promise<Response> {
  return fetch(host.url + path, { headers: { [ACCESS_TOKEN_HEADER]: as } });
}

async function played(noun: Noun | "all", scenario: ScenarioName) {
  host.play(noun, scenario);
  const response = await get(METRICS);
  return { status: response.status, text: await response.text() };
}

async function switchedTo(body: object): Promise<number> {
  const { status } = await fetch(host.url + SCENARIO_PATH, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return status;
}

describe("the mock host", () => {
  test("plays a slow answer that is the right one", async () => {
    const right = await (await get(METRICS)).text();
    expect(await played("metrics", "slow")).toEqual({
      status: 200,
      text: right,
    });
  });

  test("plays a new token that works, beside the right answer", async () => {
    host.play("graphs", "new-token");
    const answer = getGraphs.answer.parse(await (await get(GRAPHS)).json());
    const renewed = answer.token ?? "";
    expect(renewed).not.toBe(token);
    expect(decodeJwt(renewed).sub).toBe(decodeJwt(token).sub);
    expect((await get(METRICS, renewed)).status).toBe(200);
  });

  test("plays data that are three days old", async () => {
    const { text } = await played("metrics", "stale");
    const { lastUpdated } = getMetrics.answer.parse(JSON.parse(text));
    expect(ageInHours(lastUpdated)).toBeCloseTo(72, 0);
    host.play("graphs", "stale");
    const graphs = getGraphs.answer.parse(await (await get(GRAPHS)).json());
    expect(ageInHours(graphs.data_effective_tstamp)).toBeCloseTo(72, 0);
  });

  test("leaves signing in alone when a scenario is played on all", async () => {
    expect((await played("all", "system-error")).status).toBe(500);
    expect(await signIn()).toBeTruthy();
  });

  test("is switched from outside, and back", async () => {
    const empty = { noun: "metrics", scenario: "empty" };
    expect(await switchedTo(empty)).toBe(204);
    expect((await get(METRICS)).status).toBe(204);
    await fetch(host.url + SCENARIO_PATH, { method: "DELETE" });
    expect((await get(METRICS)).status).toBe(200);
  });

  test("refuses a scenario that it does not have", async () => {
    expect(await switchedTo({ noun: "metrics", scenario: "typhoon" })).toBe(
      400,
    );
  });
});

function ageInHours(time: string | null | undefined): number {
  const now = new Date();
  const at = parseNewYorkSqlDatetime(time ?? "", now);
  return (now.getTime() - (at?.getTime() ?? NaN)) / 3_600_000;
}

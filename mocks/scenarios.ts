import { setTimeout as wait } from "node:timers/promises";
import { HttpResponse } from "msw";
import { newYorkSqlDatetime } from "~/domain/calendar";

/** A call that a scenario is played on. */
interface PlayedCall {
  /** Asks the data server. */
  answer: () => Promise<Response>;
  /** Another valid token of the caller. */
  renewedToken: () => Promise<string>;
  slowMs: number;
}

type Scenario = (call: PlayedCall) => Response | Promise<Response>;

const STALE_MS = 72 * 3_600_000;

const refused = (status: number, error: string, headers = {}) =>
  HttpResponse.json({ error }, { status, headers });

/** The right answer with other values in its body. Answers without JSON stay as they are. */
async function bent(
  response: Response,
  change: (body: Record<string, unknown>) => object | Promise<object>,
): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200 || !type.includes("json")) return response;
  const body = (await response.json()) as Record<string, unknown>;
  return HttpResponse.json({ ...body, ...(await change(body)) });
}

/** What a host may do other than answer well, by name; the README has a table of them. */
export const SCENARIOS = {
  empty: () => new HttpResponse(null, { status: 204 }),
  "system-error": () => new HttpResponse(null, { status: 500 }),
  "system-error-with-message": () =>
    HttpResponse.json(
      { message: "The warehouse is being rebuilt." },
      { status: 500 },
    ),
  "bad-shape": () => HttpResponse.json({ data: { surprise: [1, "two"] } }),
  "half-json": () =>
    new HttpResponse('{"data": {"patient_cou', {
      headers: { "content-type": "application/json" },
    }),
  slow: async ({ answer, slowMs }) => {
    await wait(slowMs);
    return answer();
  },
  "new-token": async ({ answer, renewedToken }) =>
    bent(await answer(), async () => ({ token: await renewedToken() })),
  stale: async ({ answer }) => {
    const old = newYorkSqlDatetime(new Date(Date.now() - STALE_MS));
    return bent(await answer(), (body) => ({
      ...("lastUpdated" in body && { lastUpdated: old }),
      ...("data_effective_tstamp" in body && { data_effective_tstamp: old }),
    }));
  },
  "signed-out": () => refused(401, "Your session has ended."),
  forbidden: () => refused(403, "You do not have access to this."),
  "not-found": () => refused(404, "This was not found."),
  "too-many": () =>
    refused(429, "Too many attempts. Please wait a minute.", {
      "retry-after": "60",
    }),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

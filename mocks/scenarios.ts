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

/** What a host may do other than answer well, by name. */
export const SCENARIOS = {
  /** 204: nothing found. */
  empty: () => new HttpResponse(null, { status: 204 }),
  /** 500 without words. */
  "system-error": () => new HttpResponse(null, { status: 500 }),
  /** 500 with the host's own message, which the portal shows first. */
  "system-error-with-message": () =>
    HttpResponse.json(
      { message: "The warehouse is being rebuilt." },
      { status: 500 },
    ),
  /** 200 with data of another shape. */
  "bad-shape": () => HttpResponse.json({ data: { surprise: [1, "two"] } }),
  /** 200 with JSON that ends in the middle. */
  "half-json": () =>
    new HttpResponse('{"data": {"patient_cou', {
      headers: { "content-type": "application/json" },
    }),
  /** The right answer, too late. */
  slow: async ({ answer, slowMs }) => {
    await wait(slowMs);
    return answer();
  },
  /** The right answer with a new session token. */
  "new-token": async ({ answer, renewedToken }) =>
    bent(await answer(), async () => ({ token: await renewedToken() })),
  /** The right answer from data that were imported three days ago. */
  stale: async ({ answer }) => {
    const old = newYorkSqlDatetime(new Date(Date.now() - STALE_MS));
    return bent(await answer(), (body) => ({
      ...("lastUpdated" in body && { lastUpdated: old }),
      ...("data_effective_tstamp" in body && { data_effective_tstamp: old }),
    }));
  },
  /** 401: the session is over on the host. */
  "signed-out": () => refused(401, "Your session has ended."),
  /** 403. */
  forbidden: () => refused(403, "You do not have access to this."),
  /** 404. */
  "not-found": () => refused(404, "This was not found."),
  /** 429, as a host answers too many tries. */
  "too-many": () =>
    refused(429, "Too many attempts. Please wait a minute.", {
      "retry-after": "60",
    }),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

import { setTimeout as wait } from "node:timers/promises";
import { HttpResponse } from "msw";

/** A call that a scenario is played on. */
export interface PlayedCall {
  /** What the host answers without a scenario. */
  answer: () => Promise<Response>;
  /** Another valid token of the caller's session. */
  renewedToken: () => Promise<string>;
  /** When the data were last imported, New York time. */
  lastUpdated: string;
  slowMs: number;
}

type Scenario = (call: PlayedCall) => Response | Promise<Response>;

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
  /** The right answer with a new session token and the time of the data. */
  "new-token": async ({ answer, renewedToken, lastUpdated }) => {
    const response = await answer();
    if (response.status !== 200) return response;
    const body = (await response.json()) as Record<string, unknown>;
    return HttpResponse.json({
      ...body,
      token: await renewedToken(),
      lastUpdated,
      data_effective_tstamp: lastUpdated,
    });
  },
  /** 401: the session is over on the host. */
  "signed-out": () =>
    HttpResponse.json({ error: "Your session has ended." }, { status: 401 }),
  /** 403. */
  forbidden: () =>
    HttpResponse.json(
      { error: "You do not have access to this." },
      { status: 403 },
    ),
  /** 404. */
  "not-found": () =>
    HttpResponse.json({ error: "This was not found." }, { status: 404 }),
  /** 429, as a host answers too many tries. */
  "too-many": () =>
    HttpResponse.json(
      { error: "Too many attempts. Please wait a minute." },
      { status: 429, headers: { "retry-after": "60" } },
    ),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

/** The nouns of the contract, which are the panels that a scenario can be played on. */
export const NOUNS = [
  "auth",
  "users",
  "audit",
  "organization",
  "physician",
  "physicians",
  "metrics",
  "summary",
  "medicalstaff",
  "frailty",
  "graphs",
  "qmcalculator",
  "metricdatacsv",
  "reports",
  "qies-reports",
  "powerbi",
  "physicianalerts",
] as const;

export type Noun = (typeof NOUNS)[number];

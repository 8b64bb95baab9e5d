import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Context } from "hono";
import type { ApiDeps } from "./handlers/api-deps";
import { clientAddressOf } from "./client-address";
import { registerAudit } from "./handlers/audit";
import { registerAuth } from "./handlers/auth";
import { registerCensus } from "./handlers/census";
import { registerChartNotes } from "./handlers/chart-notes";
import { registerCmsMeasures } from "./handlers/cms-measures";
import { registerDataVersion } from "./handlers/data-version";
import { registerEmergencyEntry } from "./handlers/emergency-entry";
import { registerFeed } from "./handlers/feed";
import { registerFrailty } from "./handlers/frailty";
import { registerGraphs } from "./handlers/graphs";
import { registerGroupRules } from "./handlers/group-rules";
import { registerHealth } from "./handlers/health";
import { registerImports } from "./handlers/imports";
import { registerMedicalStaff } from "./handlers/medicalstaff";
import { registerMetricData } from "./handlers/metricdatacsv";
import { registerMetrics } from "./handlers/metrics";
import { registerOrganisationAccount } from "./handlers/organisation-account";
import { registerOrganization } from "./handlers/organization";
import { registerPasskeys } from "./handlers/passkeys";
import { registerPhysician } from "./handlers/physician";
import { registerPhysicianAlerts } from "./handlers/physicianalerts";
import { registerPhysicians } from "./handlers/physicians";
import { registerPowerBi } from "./handlers/powerbi";
import { registerQiesReports } from "./handlers/qies-reports";
import { registerQmCalculator } from "./handlers/qmcalculator";
import { registerReports } from "./handlers/reports";
import { registerResidents } from "./handlers/residents";
import { registerReviews } from "./handlers/reviews";
import { registerSecondFactor } from "./handlers/second-factor";
import { registerSignals } from "./handlers/signals";
import { registerSummary } from "./handlers/summary";
import { registerTransfers } from "./handlers/transfers";
import { registerToday } from "./handlers/today";
import { registerUsers } from "./handlers/users";
import { Refusal } from "./refusal";
import type { Api, ApiEnv } from "./handlers/call";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { isBusy } from "~/runtime/database/sqlite-handle.server";

/**
 * The data server's API: `(Request) => Promise<Response>`.
 *
 * How a handler file plugs in: `server/handlers/<noun>.ts` exports `register<Noun>(app: Api, deps: ApiDeps): void`
 * and calls `serve(app, <endpoint of app/contract/<noun>>, deps, handler)` once per endpoint; its line is added to
 * {@link createApi}. A handler gets `{ params, query, body, viewer, userId, token, log }`, all read and checked, and
 * returns the endpoint's answer, null for 204, or a Response (for CSV). It asks `resolveScope` what the viewer may
 * see and throws a `Refusal` otherwise. Two endpoints may share a path: the one whose shapes fit answers.
 */
export function createApi(deps: ApiDeps): Api {
  const app: Api = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header("x-request-id"));
    c.set("requestId", requestId);
    const forwarded = c.req.header("x-forwarded-for") ?? null;
    c.set("address", clientAddressOf(forwarded, peerOf(c), deps.isPortal));
    c.set("log", deps.log.child({ request_id: requestId }));
    const startedAt = performance.now();
    await next();
    c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
    c.res.headers.set("x-request-id", requestId);
    logRequest(c, performance.now() - startedAt);
  });

  app.use(async (c, next) => {
    refuseOddPath(c);
    await next();
  });

  registerHealth(app, deps);
  registerAuth(app, deps);
  registerSecondFactor(app, deps);
  registerOrganisationAccount(app, deps);
  registerEmergencyEntry(app, deps);
  registerPasskeys(app, deps);
  registerUsers(app, deps);
  registerGroupRules(app, deps);
  registerOrganization(app, deps);
  registerPhysician(app, deps);
  registerPhysicians(app, deps);
  registerMetrics(app, deps);
  registerMetricData(app, deps);
  registerSummary(app, deps);
  registerTransfers(app, deps);
  registerMedicalStaff(app, deps);
  registerFrailty(app, deps);
  registerGraphs(app, deps);
  registerSignals(app, deps);
  registerQmCalculator(app, deps);
  registerCmsMeasures(app, deps);
  registerPhysicianAlerts(app, deps);
  registerReports(app, deps);
  registerPowerBi(app, deps);
  registerQiesReports(app, deps);
  registerAudit(app, deps);
  registerImports(app, deps);
  registerCensus(app, deps);
  registerToday(app, deps);
  registerDataVersion(app, deps);
  registerResidents(app, deps);
  registerFeed(app, deps);
  registerReviews(app, deps);
  registerChartNotes(app, deps);

  app.notFound((c) => refuse(c, explainNoAnswer(app, c)));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    if (isBusy(error)) return refuse(c, busy());
    const trouble = databaseTroubleOf(error);
    if (trouble === "overloaded") {
      c.get("log").warn({ event: "api.overloaded", err: error });
      return refuse(c, busy());
    }
    if (trouble === "away") {
      c.get("log").error({ event: "api.database_away", err: error });
      return refuse(c, away());
    }
    c.get("log").error({ event: "api.error", err: error });
    const body = {
      error: "Something went wrong on the server.",
      code: "failed",
    };
    return c.json(body, 500);
  });
  return app;
}

/** Calls of this process come without bindings. */
function peerOf(c: Context<ApiEnv>): string | null {
  const bindings: Partial<ApiEnv["Bindings"]> | undefined = c.env;
  return bindings?.peer ?? null;
}

const SAFE_REQUEST_ID = /^[\w-]{1,64}$/;

function requestIdOf(given: string | undefined): string {
  return given && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

const MAX_PATH_LENGTH = 1_024;

function refuseOddPath(c: Context<ApiEnv>): void {
  const { path } = c.req;
  if (path.length > MAX_PATH_LENGTH || /%00|\0/.test(path)) {
    throw new Refusal(400, "The path is not valid.");
  }
}

function refuse(c: Context<ApiEnv>, refusal: Refusal): Response {
  return c.json(refusal.body, refusal.status, refusal.headers);
}

function busy(): Refusal {
  return new Refusal(503, "The server is busy. Please try again.", {
    headers: { "retry-after": "5" },
  });
}

function away(): Refusal {
  return new Refusal(
    503,
    "The database does not answer at the moment. Please try again.",
    { headers: { "retry-after": "5" } },
  );
}

/** Why nothing answered: input that fits no endpoint of the path, a method that none of them has, or no such path. */
function explainNoAnswer(app: Api, c: Context<ApiEnv>): Refusal {
  const mismatch = c.get("mismatch");
  if (mismatch) return new Refusal(400, mismatch);
  const methods = new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .filter(({ path }) => matches(path, c.req.path))
      .map(({ method }) => method),
  );
  if (methods.size === 0) return new Refusal(404, "There is no such call.");
  return new Refusal(405, "This call does not take that method.", {
    headers: { allow: [...methods].join(", ") },
  });
}

function matches(pattern: string, path: string): boolean {
  const segments = path.split("/");
  const expected = pattern.split("/");
  return (
    segments.length === expected.length &&
    expected.every((part, at) => part.startsWith(":") || part === segments[at])
  );
}

function logRequest(c: Context<ApiEnv>, ms: number): void {
  c.get("log").info({
    event: "api.request",
    method: c.req.method,
    route: c.get("route") ?? null,
    status: c.res.status,
    ms: Math.round(ms * 10) / 10,
    user_id: c.get("userId") ?? null,
  });
}

import { http, type HttpHandler } from "msw";
import { auditHandlers } from "./handlers/audit";
import { authHandlers } from "./handlers/auth";
import { frailtyHandlers } from "./handlers/frailty";
import { graphsHandlers } from "./handlers/graphs";
import { medicalstaffHandlers } from "./handlers/medicalstaff";
import { metricdatacsvHandlers } from "./handlers/metricdatacsv";
import { metricsHandlers } from "./handlers/metrics";
import { organizationHandlers } from "./handlers/organization";
import { physicianHandlers } from "./handlers/physician";
import { physicianalertsHandlers } from "./handlers/physicianalerts";
import { physiciansHandlers } from "./handlers/physicians";
import { powerbiHandlers } from "./handlers/powerbi";
import { qiesReportsHandlers } from "./handlers/qies-reports";
import { qmcalculatorHandlers } from "./handlers/qmcalculator";
import { reportsHandlers } from "./handlers/reports";
import { summaryHandlers } from "./handlers/summary";
import { usersHandlers } from "./handlers/users";
import { refused } from "./mock-endpoint";
import type { MockHost } from "./mock-host";

/** msw handlers for every call of the contract, on any origin. */
export function makeHandlers(host: MockHost): HttpHandler[] {
  const handlers: HttpHandler[] = [
    ...authHandlers(host),
    ...usersHandlers(host),
    ...auditHandlers(host),
    ...organizationHandlers(host),
    ...physicianHandlers(host),
    ...physiciansHandlers(host),
    ...metricsHandlers(host),
    ...summaryHandlers(host),
    ...medicalstaffHandlers(host),
    ...frailtyHandlers(host),
    ...graphsHandlers(host),
    ...qmcalculatorHandlers(host),
    ...metricdatacsvHandlers(host),
    ...reportsHandlers(host),
    ...qiesReportsHandlers(host),
    ...powerbiHandlers(host),
    ...physicianalertsHandlers(host),
  ];
  const rest = ({ request }: { request: Request }) =>
    explainNoAnswer(handlers, request);
  return [...handlers, http.all("*/api/*", rest), http.all("*/auth/*", rest)];
}

/** 400 where a call has that path and method but not that input, 405 for another method, 404 for an unknown path. */
function explainNoAnswer(
  handlers: readonly HttpHandler[],
  request: Request,
): Response {
  const { pathname } = new URL(request.url);
  const onPath = handlers.filter(({ info }) =>
    matches(String(info.path).slice(1), pathname),
  );
  if (onPath.length === 0) return refused(404, "There is no such call.");
  return onPath.some(({ info }) => info.method === request.method)
    ? refused(400, "The request is not valid.")
    : refused(405, "This call does not take that method.");
}

function matches(pattern: string, pathname: string): boolean {
  const asked = pathname.replace(/\/$/, "").split("/");
  const expected = pattern.split("/");
  return (
    asked.length === expected.length &&
    expected.every((part, at) => part.startsWith(":") || part === asked[at])
  );
}

import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { getQiesReports } from "~/contract/qies-reports";
import { call } from "~/data/call.server";
import { requestIdOf } from "~/data/request-context.server";
import { allButAccountManagers } from "~/domain/access/guard";
import { newYorkDay } from "~/domain/calendar";
import { parseFilters } from "~/domain/filters";
import { findSession } from "~/session/session-storage.server";
import { credentialsOf, usableSession } from "~/session/usable-session.server";

const NO_STORE = { "Cache-Control": "no-store" };

/** Does not prolong the session and answers nothing without one: a page that polls must keep nobody signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await findSession(request);
  const usable = session && (await usableSession(session, request));
  if (!usable) return nothing();
  const { viewer } = usable.record.user;
  if (allButAccountManagers(viewer) !== "allow") return nothing();
  const { searchParams } = new URL(request.url);
  const { startDate, endDate } = parseFilters(
    searchParams,
    newYorkDay(new Date()),
    viewer,
  ).filters;
  const outcome =
    usable.trouble ??
    (await call(
      getQiesReports,
      { params: { startDate, endDate } },
      {
        ...credentialsOf(usable.record, usable.own),
        requestId: requestIdOf(request),
        signal: request.signal,
      },
    ));
  if (outcome.kind === "failure") {
    if (outcome.status === 401) return nothing();
    // A user who may not open the list is refused here too. That is no server error.
    const isRefused = outcome.status >= 400 && outcome.status < 500;
    const status = isRefused ? outcome.status : 502;
    return json({}, { status, headers: NO_STORE });
  }
  const reports = outcome.kind === "data" ? outcome.answer.data : [];
  const states = Object.fromEntries(
    reports.map(({ id, status }) => [id, status]),
  );
  const problems = Object.fromEntries(
    reports.flatMap(({ id, problem }) => (problem ? [[id, problem]] : [])),
  );
  return json({ states, problems }, { headers: NO_STORE });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: NO_STORE });
}

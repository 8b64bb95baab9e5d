import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { getDataVersion } from "~/contract/data-version";
import { call } from "~/data/call.server";
import { optionalCall } from "~/data/optional-call.server";
import { requestIdOf } from "~/data/request-context.server";
import { findSession, sessionMarkOf } from "~/session/session-storage.server";
import { credentialsOf, usableSession } from "~/session/usable-session.server";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * Which version the data of a profile page have, for one that is open. Looking does not prolong the session. 204 where there
 * is nothing more to ask: without a session, with a host that does not serve it, and where the host refuses.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await findSession(request);
  const query = asked.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const usable = session && (await usableSession(session, request));
  if (!usable || !query.success) return nothing();
  if (usable.trouble) return trouble();
  const of = { mark: sessionMarkOf(usable.id) };
  const outcome = await optionalCall(
    of,
    getDataVersion,
    () =>
      call(
        getDataVersion,
        { query: query.data },
        {
          ...credentialsOf(usable.record, usable.own),
          requestId: requestIdOf(request),
          signal: request.signal,
        },
      ),
    { namesRow: true },
  );
  if (outcome.kind === "data") {
    return json(
      { version: outcome.answer.data.version },
      { headers: NO_STORE },
    );
  }
  const isTrouble =
    outcome.kind === "failure" &&
    !(outcome.status >= 400 && outcome.status < 500);
  return isTrouble ? trouble() : nothing();
}

const asked = getDataVersion.query;

function trouble(): Response {
  return json({ version: null }, { headers: NO_STORE });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: NO_STORE });
}

import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { idParam, levelParam } from "~/contract/wire";
import { ask } from "~/data/ask.server";
import { requestIdOf } from "~/data/request-context.server";
import { apiHost } from "~/data/upstream.server";
import { findSession } from "~/session/session-storage.server";
import { credentialsOf, usableSession } from "~/session/usable-session.server";
import { readDataVersion } from "~server/data-version/service";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * Does not prolong the session. 204 if there is nothing more to ask: without a session, with an API host, or without
 * access.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  if (apiHost) return nothing();
  const session = await findSession(request);
  const query = place.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const usable = session && (await usableSession(session, request));
  if (!usable || !query.success) return nothing();
  if (usable.trouble) return trouble();
  const { level, id, facility_id: facilityId } = query.data;
  const outcome = await ask(
    readDataVersion,
    { level, id, facilityId },
    {
      ...credentialsOf(usable.record, usable.own),
      requestId: requestIdOf(request),
      signal: request.signal,
    },
  );
  if (outcome.kind === "data") {
    return json(outcome.answer, { headers: NO_STORE });
  }
  const isTrouble =
    outcome.kind === "failure" &&
    !(outcome.status >= 400 && outcome.status < 500);
  return isTrouble ? trouble() : nothing();
}

const place = z.object({
  level: levelParam,
  id: idParam,
  facility_id: idParam.optional(),
});

function trouble(): Response {
  return json({ version: null }, { headers: NO_STORE });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: NO_STORE });
}

import { json } from "@remix-run/node";
import { refusalStatus } from "~/data/call-failure.server";
import { readForm } from "~/http/read-form.server";
import { logOutByToken } from "~/session/organisation-sign-in.server";

/**
 * Answers the organisation's login, whose server says that a session has ended there. It has no cookie and no page: what proves it
 * is the token alone.
 */
export async function endByLogin(request: Request): Promise<Response> {
  const token = await tokenOf(request);
  if (token === null) return refused();
  const outcome = await logOutByToken(request, token);
  if (outcome.kind !== "failure") return answer(200);
  const status = refusalStatus(outcome);
  const { retryAfter } = outcome;
  return status === 429 || status === 503
    ? answer(status, retryAfter ? { "Retry-After": retryAfter } : {})
    : refused();
}

/** Null for what is no form, or has no token or several. */
async function tokenOf(request: Request): Promise<string | null> {
  let form: FormData;
  try {
    form = await readForm(request);
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
  const [token, ...more] = form.getAll("logout_token");
  return typeof token === "string" && token !== "" && more.length === 0
    ? token
    : null;
}

function answer(status: number, headers: Record<string, string> = {}) {
  return new Response(null, {
    status,
    headers: { "Cache-Control": "no-store", ...headers },
  });
}

function refused(): Response {
  return json(
    { error: "invalid_request" },
    { status: 400, headers: { "Cache-Control": "no-store" } },
  );
}

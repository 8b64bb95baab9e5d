import { redirect } from "@remix-run/node";
import { z } from "zod";
import { signInChallenge } from "~/contract/auth";
import { pageError } from "~/data/page-error.server";
import { apiHost } from "~/data/upstream.server";
import { paths } from "~/paths";
import { sealedCookie } from "./session-storage.server";

const LASTS_MS = 30 * 60_000;
/** How long the login page explains why it is shown. */
const EXPLAINED_FOR_MS = 10 * 60_000;

/** The password was right; nothing is open to the user yet. */
const held = z.object({
  ...signInChallenge.shape,
  username: z.string(),
});
export type HeldChallenge = z.infer<typeof held>;

/** Browsers keep it until they are closed, because one that is over says so at `until`, milliseconds since 1970. */
const cookie = sealedCookie(
  "sojourn-second-step",
  "sign-in challenge",
  held.extend({ until: z.number() }),
);

/** Cookie header that takes the challenge to the page of the second step. */
export function challengeCookie(challenge: HeldChallenge): Promise<string> {
  return cookie.write({ ...challenge, until: Date.now() + LASTS_MS });
}

/** Cookie header that ends the challenge of a browser; null where it brings none. */
export async function endedChallengeCookie(
  request: Request,
): Promise<string | null> {
  return (await cookie.read(request)) && cookie.end();
}

/**
 * The challenge that a browser brings back for that step. Throws the way to the login page where it has none, or it is over; 404
 * with an API host, which has no second step here.
 */
export async function requireChallenge(
  request: Request,
  wanted: HeldChallenge["wanted"],
): Promise<HeldChallenge> {
  if (apiHost) throw pageError(404);
  const found = await cookie.read(request);
  if (found?.wanted !== wanted) throw redirect(paths.login);
  if (Date.now() >= found.until) throw await leaveOverChallenge(found);
  return found;
}

/** Leads to the login page, which says for a while that it took too long. */
export async function leaveOverChallenge(
  challenge: HeldChallenge,
): Promise<Response> {
  const header = await cookie.write({ ...challenge, until: Date.now() });
  return redirect(paths.login, { headers: { "Set-Cookie": header } });
}

/** True for a while after a challenge of this browser is over, until somebody logs in. */
export async function hasTakenTooLong(request: Request): Promise<boolean> {
  const found = await cookie.read(request);
  if (found === null) return false;
  const overForMs = Date.now() - found.until;
  return overForMs >= 0 && overForMs < EXPLAINED_FOR_MS;
}

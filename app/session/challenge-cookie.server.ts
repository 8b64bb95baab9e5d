import { redirect } from "@remix-run/node";
import { z } from "zod";
import { signInChallenge } from "~/contract/auth";
import { pageError } from "~/data/page-error.server";
import { apiHost } from "~/data/upstream.server";
import { paths } from "~/paths";
import { sealedCookie } from "./session-storage.server";

const LASTS_MS = 30 * 60_000;
const EXPLAINED_FOR_MS = 10 * 60_000;

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

export function challengeCookie(challenge: HeldChallenge): Promise<string> {
  return cookie.write({ ...challenge, until: Date.now() + LASTS_MS });
}

export async function endedChallengeCookie(
  request: Request,
): Promise<string | null> {
  return (await cookie.read(request)) && cookie.end();
}

/** Throws the redirect to login without a challenge or after its end, and 404 with an API host. */
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

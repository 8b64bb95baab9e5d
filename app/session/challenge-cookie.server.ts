import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { signInChallenge } from "~/contract/auth";
import { cookieName, cookieOptions, seal } from "./session-storage.server";

/** The host's own limits are shorter, or as long. */
const LASTS_SECONDS = 15 * 60;
const PLACE = "sign-in challenge";

/** Of somebody whose password was right: nothing of theirs is open yet. */
const shape = z.object({
  ...signInChallenge.shape,
  /** As it was typed. */
  username: z.string(),
});
export type HeldChallenge = z.infer<typeof shape>;

const cookie = createCookie(cookieName("sojourn-second-step"), {
  ...cookieOptions,
  maxAge: LASTS_SECONDS,
});

/** Cookie header that takes the challenge to the page of the second step; sealed, so that no name stays in a browser. */
export async function challengeCookie(held: HeldChallenge): Promise<string> {
  return cookie.serialize(seal.close(JSON.stringify(held), PLACE));
}

/** Cookie header that ends the challenge of a browser; null where it brings none. */
export async function endedChallengeCookie(
  request: Request,
): Promise<string | null> {
  const held: unknown = await cookie.parse(request.headers.get("cookie"));
  return held === null
    ? null
    : cookie.serialize("", { expires: new Date(0), maxAge: 0 });
}

/** The challenge that a browser brings back; null where it has none for that step. */
export async function findChallenge(
  request: Request,
  wanted: HeldChallenge["wanted"],
): Promise<HeldChallenge | null> {
  const sealed: unknown = await cookie.parse(request.headers.get("cookie"));
  const text = typeof sealed === "string" ? seal.open(sealed, PLACE) : null;
  if (text === null) return null;
  const held = shape.parse(JSON.parse(text));
  return held.wanted === wanted ? held : null;
}

import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { safeRedirectTarget } from "./redirect-target.server";
import { cookieName, cookieOptions, seal } from "./session-storage.server";

/** Time to print them, or to write ten codes down. */
const LASTS_MS = 10 * 60_000;
const PLACE = "recovery codes to be shown";

const shape = z.object({
  userId: z.string(),
  codes: z.array(z.string()),
  /** The page the user was going to, or null. */
  goOn: z.string().nullable(),
  /** Until when their page shows them, milliseconds since 1970; a browser's own clock may be wrong. */
  until: z.number(),
});
type ShownCodes = DeepReadonly<Omit<z.infer<typeof shape>, "until">>;

const cookie = createCookie(cookieName("sojourn-codes"), {
  ...cookieOptions,
  maxAge: LASTS_MS / 1_000,
});

/** Cookie header that takes recovery codes to the page that shows them, sealed: nothing of them is stored here. */
export async function codesCookie(shown: ShownCodes): Promise<string> {
  const until = Date.now() + LASTS_MS;
  return cookie.serialize(
    seal.close(JSON.stringify({ ...shown, until }), PLACE),
  );
}

/** The codes for this user's page; null if there are none or they have expired. They stay readable for a reload. */
export async function shownCodes(
  request: Request,
  userId: string,
): Promise<ShownCodes | null> {
  const sealed: unknown = await cookie.parse(request.headers.get("cookie"));
  const text = typeof sealed === "string" ? seal.open(sealed, PLACE) : null;
  if (text === null) return null;
  const { success, data: shown } = shape.safeParse(JSON.parse(text));
  if (!success || shown.userId !== userId || Date.now() >= shown.until) {
    return null;
  }
  const goOn = shown.goOn === null ? null : safeRedirectTarget(shown.goOn);
  return { ...shown, goOn };
}

export async function endedCodesCookie(): Promise<string> {
  return cookie.serialize("", { expires: new Date(0), maxAge: 0 });
}

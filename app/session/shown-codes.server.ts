import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { safeRedirectTarget } from "~/domain/session/redirect-target";
import { cookieName, cookieOptions, seal } from "./session-storage.server";

/** The page comes at once; a browser that stops in between gets new codes. */
const LASTS_SECONDS = 2 * 60;
const PLACE = "recovery codes to be shown";

const shape = z.object({
  userId: z.string(),
  codes: z.array(z.string()),
  /** Where the user was going; null for nowhere. */
  goOn: z.string().nullable(),
});
export type ShownCodes = z.infer<typeof shape>;

const cookie = createCookie(cookieName("sojourn-codes"), {
  ...cookieOptions,
  maxAge: LASTS_SECONDS,
});

/** Cookie header that takes recovery codes to the page that shows them, sealed: nothing of them is stored here. */
export async function codesCookie(shown: ShownCodes): Promise<string> {
  return cookie.serialize(seal.close(JSON.stringify(shown), PLACE));
}

/** The codes for this user's page, once: the header has to go with the answer. Null where there are none. */
export async function takeCodes(
  request: Request,
  userId: string,
): Promise<(ShownCodes & { header: string }) | null> {
  const sealed: unknown = await cookie.parse(request.headers.get("cookie"));
  const text = typeof sealed === "string" ? seal.open(sealed, PLACE) : null;
  if (text === null) return null;
  const shown = shape.parse(JSON.parse(text));
  if (shown.userId !== userId) return null;
  const header = await cookie.serialize("", {
    expires: new Date(0),
    maxAge: 0,
  });
  const goOn = shown.goOn === null ? null : safeRedirectTarget(shown.goOn);
  return { ...shown, goOn, header };
}

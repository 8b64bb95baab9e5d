import { z } from "zod";
import type { SignedIn } from "./require-user.server";
import { sealedCookie } from "./session-storage.server";

/** Time to hand it over, or to write it down. */
const LASTS_MS = 10 * 60_000;

const shape = z.object({
  /** Belongs to the session that made the code. */
  csrfToken: z.string(),
  userId: z.number(),
  code: z.string(),
  goodUntil: z.string(),
  /** Until when the dialog shows it, milliseconds since 1970; a browser's own clock may be wrong. */
  until: z.number(),
});
type ShownLinkCode = Pick<
  z.infer<typeof shape>,
  "userId" | "code" | "goodUntil"
>;
type OfSession = Pick<SignedIn, "csrfToken">;

const cookie = sealedCookie(
  "sojourn-link-code",
  "link code to be shown",
  shape,
  { maxAge: LASTS_MS / 1_000 },
);

export function linkCodeCookie(
  { csrfToken }: OfSession,
  shown: ShownLinkCode,
): Promise<string> {
  return cookie.write({ ...shown, csrfToken, until: Date.now() + LASTS_MS });
}

/** Null unless this session made the user's current code a short while ago. */
export async function shownLinkCode(
  request: Request,
  { csrfToken }: OfSession,
  { userId, goodUntil }: Omit<ShownLinkCode, "code">,
): Promise<string | null> {
  const shown = await cookie.read(request);
  const isShown =
    shown?.csrfToken === csrfToken &&
    shown.userId === userId &&
    shown.goodUntil === goodUntil &&
    Date.now() < shown.until;
  return isShown ? shown.code : null;
}

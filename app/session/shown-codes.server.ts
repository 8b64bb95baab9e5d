import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { safeRedirectTarget } from "./redirect-target.server";
import type { SignedIn } from "./require-user.server";
import { sealedCookie } from "./session-storage.server";

/** Time to print codes, to write ten of them down, or to hand one over. */
const LASTS_MS = 10 * 60_000;
const LASTS = { maxAge: LASTS_MS / 1_000 };

/** Until when a page shows it, milliseconds since 1970; a browser's own clock may be wrong. */
const until = z.number();
const endOfShowing = () => Date.now() + LASTS_MS;

const recoveryCodes = z.object({
  userId: z.string(),
  codes: z.array(z.string()),
  goOn: z.string().nullable(),
  until,
});
type ShownCodes = DeepReadonly<Omit<z.infer<typeof recoveryCodes>, "until">>;

const codesKept = sealedCookie(
  "sojourn-codes",
  "recovery codes to be shown",
  recoveryCodes,
  LASTS,
);

export function codesCookie({ codes, ...shown }: ShownCodes): Promise<string> {
  return codesKept.write({
    ...shown,
    codes: [...codes],
    until: endOfShowing(),
  });
}

/** The codes for this user's page; null if there are none or they have expired. They stay readable for a reload. */
export async function shownCodes(
  request: Request,
  userId: string,
): Promise<ShownCodes | null> {
  const shown = await codesKept.read(request);
  if (shown?.userId !== userId || Date.now() >= shown.until) return null;
  return { ...shown, goOn: safeRedirectTarget(shown.goOn) };
}

export const endedCodesCookie = codesKept.end;

const linkCode = z.object({
  /** Belongs to the session that made the code. */
  csrfToken: z.string(),
  userId: z.number(),
  code: z.string(),
  goodUntil: z.string(),
  until,
});
type ShownLinkCode = Omit<z.infer<typeof linkCode>, "csrfToken" | "until">;
type OfSession = Pick<SignedIn, "csrfToken">;

const linkCodeKept = sealedCookie(
  "sojourn-link-code",
  "link code to be shown",
  linkCode,
  LASTS,
);

export function linkCodeCookie(
  { csrfToken }: OfSession,
  shown: ShownLinkCode,
): Promise<string> {
  return linkCodeKept.write({ ...shown, csrfToken, until: endOfShowing() });
}

/** Null unless this session made the user's current code a short while ago. */
export async function shownLinkCode(
  request: Request,
  { csrfToken }: OfSession,
  { userId, goodUntil }: Omit<ShownLinkCode, "code">,
): Promise<string | null> {
  const shown = await linkCodeKept.read(request);
  const isShown =
    shown?.csrfToken === csrfToken &&
    shown.userId === userId &&
    shown.goodUntil === goodUntil &&
    Date.now() < shown.until;
  return isShown ? shown.code : null;
}

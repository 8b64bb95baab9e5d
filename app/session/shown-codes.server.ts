import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { safeRedirectTarget } from "./redirect-target.server";
import { sealedCookie } from "./session-storage.server";

/** Time to print them, or to write ten codes down. */
const LASTS_MS = 10 * 60_000;

const shape = z.object({
  userId: z.string(),
  codes: z.array(z.string()),
  goOn: z.string().nullable(),
  /** Until when their page shows them, milliseconds since 1970; a browser's own clock may be wrong. */
  until: z.number(),
});
type ShownCodes = DeepReadonly<Omit<z.infer<typeof shape>, "until">>;

const cookie = sealedCookie(
  "sojourn-codes",
  "recovery codes to be shown",
  shape,
  { maxAge: LASTS_MS / 1_000 },
);

export function codesCookie({ codes, ...shown }: ShownCodes): Promise<string> {
  const until = Date.now() + LASTS_MS;
  return cookie.write({ ...shown, codes: [...codes], until });
}

/** The codes for this user's page; null if there are none or they have expired. They stay readable for a reload. */
export async function shownCodes(
  request: Request,
  userId: string,
): Promise<ShownCodes | null> {
  const shown = await cookie.read(request);
  if (shown?.userId !== userId || Date.now() >= shown.until) return null;
  return { ...shown, goOn: safeRedirectTarget(shown.goOn) };
}

export const endedCodesCookie = cookie.end;

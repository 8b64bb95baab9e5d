import { z } from "zod";
import { joinCall } from "./join-call.server";
import { replaceToken } from "./renew-token.server";
import type { RecordWithTokens, SessionRecord } from "./session-record.server";
import type { SessionStore } from "./session-store.server";

const renewal = z.object({
  token: z.string().min(1).nullish(),
  lastUpdated: z.string().nullish(),
  data_effective_tstamp: z.string().nullish(),
});

/** Keyed by content, because many answers at once say the same. */
const underWay = new Map<string, Promise<SessionRecord | null>>();

/**
 * Ignores a database failure, because the next answer brings the news again. The token that the call carried is no
 * news, even if the session has a newer one (R141).
 */
export async function keepNews(
  store: Pick<SessionStore, "updateIfPossible">,
  { id, record, sent }: { id: string; record: RecordWithTokens; sent: string },
  answer: unknown,
): Promise<SessionRecord | null> {
  const parsed = renewal.safeParse(answer);
  if (!parsed.success) return null;
  const { token } = parsed.data;
  const updatedAt =
    parsed.data.lastUpdated ?? parsed.data.data_effective_tstamp;
  if (!updatedAt) return null;
  const isNews = token && token !== sent && token !== record.token;
  const newToken = isNews ? token : null;
  if (newToken === null && updatedAt === record.lastUpdated) return null;
  // Every call of every page under way brings the same news after a sign-in or an import: one change is enough.
  const news = JSON.stringify([id, updatedAt, newToken]);
  return joinCall(underWay, news, () =>
    store.updateIfPossible(id, (newest) =>
      changed(newest, { updatedAt, newToken }),
    ),
  );
}

function changed(
  newest: SessionRecord,
  { updatedAt, newToken }: { updatedAt: string; newToken: string | null },
): SessionRecord | null {
  const renewed =
    newToken !== null && "token" in newest && newToken !== newest.token
      ? replaceToken(newest, newToken)
      : null;
  if (!renewed && newest.lastUpdated === updatedAt) return null;
  return { ...(renewed ?? newest), lastUpdated: updatedAt };
}

import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { postSignalVisit } from "~/contract/signals";
import { optionalCall } from "~/data/optional-call.server";
import { ownPlacesOf, type OwnPlace } from "~/domain/signals/own-places";
import { SIGNAL_LEVELS } from "~/domain/signals/signal-levels";
import { newSignalsText } from "~/domain/signals/signal-words";
import { profilePath } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import { signalsPath } from "~/signal-paths";
import { graphHref } from "../graphs/graph-href";

/** What is told of the signals of a place. */
export type SignalNews = DeepReadonly<
  z.output<typeof postSignalVisit.answer>["data"][number]
>;

/** A page is not held up for its news; they may be a minute old. */
const PATIENCE_MS = 400;
const MINUTE_MS = 60_000;

const told = new LRUCache<string, readonly SignalNews[]>({
  max: 2_000,
  ttl: MINUTE_MS,
});

/**
 * What is new of the signals of some places since the visit before (R372); null where the host does not tell it, or not in time. What was
 * told of them is known from the next visit on.
 */
export async function askSignalNews(
  signedIn: Pick<SignedIn, "call" | "mark">,
  places: readonly OwnPlace[],
): Promise<readonly SignalNews[] | null> {
  if (places.length === 0) return [];
  const key = JSON.stringify([signedIn.mark, places]);
  const known = told.get(key);
  if (known) return known;
  // A deadline that passes would count as a fault of the host.
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const outcome = await optionalCall(signedIn, postSignalVisit, () =>
    signedIn.call(postSignalVisit, { body: { places } }, { signal }),
  );
  if (outcome.kind !== "data") return null;
  const { data } = outcome.answer;
  told.set(key, data);
  return data;
}

/** The line of a place with new signals, and the way to them; null where there are none, or the place is not the viewer's own (R373). */
export async function loadSignalNews(
  signedIn: SignedIn,
  { level, id }: OwnPlace,
): Promise<{ text: string; href: string } | null> {
  const own = ownPlacesOf(signedIn.user.viewer).filter(
    (place) => place.level === level && place.id === id,
  );
  const [news] = (await askSignalNews(signedIn, own)) ?? [];
  if (!news || news.fresh.length === 0) return null;
  return { text: newSignalsText(news.fresh.length), href: newsHref(news) };
}

/** Where the signals of a place are: of a physician, in the chart of the first that is new. */
export function newsHref({ level, id, fresh }: SignalNews): string {
  const compared = SIGNAL_LEVELS.find((one) => one === level);
  if (compared) return signalsPath(compared, id);
  const profile = profilePath(level, id);
  const [first] = fresh;
  return first ? graphHref(profile, first.graph) : profile;
}

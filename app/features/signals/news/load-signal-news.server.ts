import { LRUCache } from "lru-cache";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { ownPlacesOf, type OwnPlace, SIGNAL_LEVELS } from "../rules/own-places";
import { newSignalsText, unusualMeasuresText } from "../rules/words";
import { profilePath, placePath } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import { visitSignals, type SignalNews as News } from "~server/signals/service";
import { graphHref } from "~/features/profile/graph-href";

export type SignalNews = DeepReadonly<News>;

/** A page is not held up for its news; they may be a minute old. */
const PATIENCE_MS = 400;
const MINUTE_MS = 60_000;

const cache = new LRUCache<string, readonly SignalNews[]>({
  max: 2_000,
  ttl: MINUTE_MS,
});

/** Null if not known in time (R372). What was read is known from the next visit on. */
export async function askSignalNews(
  signedIn: Pick<SignedIn, "ask" | "mark">,
  places: readonly OwnPlace[],
): Promise<readonly SignalNews[] | null> {
  if (places.length === 0) return [];
  const key = JSON.stringify([signedIn.mark, places]);
  const known = cache.get(key);
  if (known) return known;
  const outcome = await signedIn.ask(
    visitSignals,
    { places: [...places] },
    { deadlineMs: PATIENCE_MS },
  );
  if (outcome.kind !== "data") return null;
  const { news } = outcome.answer;
  cache.set(key, news);
  return news;
}

export async function loadSignalNews(
  signedIn: SignedIn,
  { level, id }: OwnPlace,
): Promise<{ text: string; href: string } | null> {
  const own = ownPlacesOf(signedIn.user.viewer).filter(
    (place) => place.level === level && place.id === id,
  );
  const [news] = (await askSignalNews(signedIn, own)) ?? [];
  if (!news) return null;
  const { fresh, unusual } = news;
  if (fresh.length === 0 && unusual.length === 0) return null;
  const text =
    fresh.length > 0
      ? newSignalsText(fresh.length)
      : unusualMeasuresText(unusual.length);
  return { text, href: newsHref(news) };
}

/** The page with a place's signals; for a physician the chart of the first one, new ones before others. */
export function newsHref({ level, id, fresh, unusual }: SignalNews): string {
  const compared = SIGNAL_LEVELS.find((one) => one === level);
  if (compared) return placePath("signals", compared, id);
  const profile = profilePath(level, id);
  const [first] = [...fresh, ...unusual];
  return first ? graphHref(profile, first.graph) : profile;
}

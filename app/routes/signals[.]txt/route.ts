import type { LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowed } from "~/features/shell/answer-file.server";
import { NO_STORE } from "~/http/no-store.server";
import { requireUser, type SignedIn } from "~/session/require-user.server";
import { postSignalVisit } from "~/contract/signals";
import { mayBeServed } from "~/data/optional-call.server";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { briefText } from "~/domain/brief-text";
import type { Level } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { npiText, ownPlacesOf } from "~/domain/signals/own-places";
import {
  signalCountsText,
  signalTextWords as words,
} from "~/domain/signals/signal-text-words";
import { locationOptions } from "~/domain/places/location-choice";
import { settings } from "~/env.server";
import {
  askSignalNews,
  newsHref,
} from "~/features/profile/load/load-signal-news.server";

/** A file is waited for as long as any other. */
const PATIENCE_MS = 5_000;
const LONGEST_NAME = 200;

/** What changed since the last visit, as a text to be read out or sent on (R374): counts and links, no residents. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (request.method !== "GET") return methodNotAllowed();
  const signedIn = await requireUser(request);
  return new Response(await signalsText(signedIn, new URL(request.url)), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": NO_STORE,
    },
  });
}

/** A line with counts and one with a link for each of the viewer's places. */
async function signalsText(signedIn: SignedIn, url: URL): Promise<string> {
  const own = ownPlacesOf(signedIn.user.viewer);
  const [news, nameOf] = await Promise.all([
    askSignalNews(signedIn, own, PATIENCE_MS),
    namesOf(signedIn, own[0]?.level),
  ]);
  const origin = settings.PUBLIC_URL_GIVEN
    ? new URL(settings.PUBLIC_URL).origin
    : url.origin;
  const lines =
    own.length === 0
      ? [words.noPlaces]
      : news === null
        ? [
            mayBeServed(signedIn, postSignalVisit)
              ? words.failed
              : words.missing,
          ]
        : news.length === 0
          ? [words.nothing]
          : news.flatMap((one) => [
              `${nameOf(one)}: ${signalCountsText(one.signals, one.fresh.length)}`,
              `${origin}${newsHref(one)}`,
            ]);
  const day = usDayOf(newYorkDay(new Date()));
  return [
    `${settings.SITE_NAME}: ${words.title}, ${day}`,
    "",
    ...lines,
    "",
  ].join("\n");
}

/** Names of the viewer's places; by their numbers where the organisation cannot be had. */
async function namesOf(
  { findOrganization }: SignedIn,
  level: Level | undefined,
): Promise<(place: { level: Level; id: number }) => string> {
  if (level === "division" || level === "region" || level === "facility") {
    const outcome = await findOrganization();
    const options =
      outcome.kind === "failure"
        ? []
        : locationOptions(outcome.organization)[level];
    const names = new Map(options.map(({ id, name }) => [id, name]));
    return ({ id }) =>
      briefText(names.get(id) ?? `${LEVEL_NAMES[level]} ${id}`, LONGEST_NAME);
  }
  return ({ id }) => (level === "physician" ? npiText(id) : words.company);
}

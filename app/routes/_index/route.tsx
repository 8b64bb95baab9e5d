import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settings } from "~/env.server";
import { ownPlacesOf } from "~/features/signals/rules/own-places";
import { newSignalsText } from "~/features/signals/rules/words";
import {
  askSignalNews,
  newsHref,
} from "~/features/signals/news/load-signal-news.server";
import { loadOwnLocations } from "~/features/shell/own-locations.server";
import {
  loadChangeCount,
  overdueLinks,
  todayLinks,
} from "~/features/profile/load/load-morning.server";
import { LogoPage } from "~/features/shell/logo-page";
import { countsFor } from "~/navigation.server";
import { profilePath } from "~/paths";
import { landingPathFor } from "~/session/landing.server";
import type { CountedPlace } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";

/** Redirects to the landing page, or shows the logo page (R3, R4). */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const landing = landingPathFor(signedIn.user.viewer);
  if (landing) throw redirect(landing);
  const places = ownPlacesOf(signedIn.user.viewer);
  const [own, news, changes, ...mornings] = await Promise.all([
    loadOwnLocations(signedIn),
    askSignalNews(signedIn, places),
    loadChangeCount(signedIn, null),
    ...places.slice(0, MOST_COUNTED).map((place) => morningOf(signedIn, place)),
  ]);
  const fresh = news?.filter((one) => one.fresh.length > 0) ?? [];
  return json({
    siteName: settings.SITE_NAME,
    ...own,
    changes,
    news: [
      ...mornings.flat(),
      ...fresh.map((one) => ({
        place: profilePath(one.level, one.id),
        text: newSignalsText(one.fresh.length),
        href: newsHref(one),
      })),
    ],
  });
}

const MOST_COUNTED = 10;

async function morningOf(signedIn: SignedIn, place: CountedPlace) {
  const counts = await countsFor(signedIn, place);
  if (!counts) return [];
  const links = [...todayLinks(place, counts), ...overdueLinks(place, counts)];
  const profile = profilePath(place.level, place.id);
  return links.map((link) => ({ ...link, place: profile }));
}

export default function HomeRoute() {
  return <LogoPage {...useLoaderData<typeof loader>()} />;
}

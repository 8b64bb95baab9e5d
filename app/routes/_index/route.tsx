import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settings } from "~/env.server";
import { ownPlacesOf } from "~/features/signals/rules/own-places";
import { newSignalsText } from "~/features/signals/rules/words";
import {
  askSignalNews,
  newsHref,
} from "~/features/signals/news/load-signal-news.server";
import { loadOwnLocations } from "~/features/shell/load-own-locations.server";
import { loadChangeCount } from "~/features/profile/load/load-morning.server";
import { LogoPage } from "~/features/shell/logo-page";
import { profilePath } from "~/paths";
import { landingPathFor } from "~/session/landing.server";
import { requireScreen } from "~/session/screen.server";

/** Leads to the landing page of the viewer's role, or shows the logo page (R3, R4). */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const landing = landingPathFor(signedIn.user.viewer);
  if (landing) throw redirect(landing);
  const [own, news, changes] = await Promise.all([
    loadOwnLocations(signedIn),
    askSignalNews(signedIn, ownPlacesOf(signedIn.user.viewer)),
    loadChangeCount(signedIn, null),
  ]);
  const fresh = news?.filter((one) => one.fresh.length > 0) ?? [];
  return json({
    siteName: settings.SITE_NAME,
    ...own,
    changes,
    news: fresh.map((one) => ({
      place: profilePath(one.level, one.id),
      text: newSignalsText(one.fresh.length),
      href: newsHref(one),
    })),
  });
}

export default function HomeRoute() {
  return <LogoPage {...useLoaderData<typeof loader>()} />;
}

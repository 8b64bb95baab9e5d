import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settings } from "~/env.server";
import { loadOwnLocations } from "~/features/shell/load-own-locations.server";
import { LogoPage } from "~/features/shell/logo-page";
import { landingPathFor } from "~/session/landing.server";
import { requireUser } from "~/session/require-user.server";

/** Leads to the landing page of the viewer's role, or shows the logo page (R3, R4). */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireUser(request);
  const landing = landingPathFor(signedIn.user.viewer);
  if (landing) throw redirect(landing);
  return json({
    siteName: settings.SITE_NAME,
    ...(await loadOwnLocations(signedIn)),
  });
}

export default function HomeRoute() {
  const { siteName, locations } = useLoaderData<typeof loader>();
  return <LogoPage siteName={siteName} locations={locations} />;
}

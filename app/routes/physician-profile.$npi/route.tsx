import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadProfile } from "~/features/profile/load/load-profile.server";
import { profileHead } from "~/features/profile/profile-head";
import { ProfilePage } from "~/features/profile/profile-screen";
import { pageTitle } from "~/features/shell/page-title";

export { shouldRevalidate } from "~/features/profile/should-revalidate";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadProfile(request, "physician", params.npi);
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? profileHead(data, pageTitle(matches, data.documentTitle)) : [];

export default function PhysicianProfile() {
  return <ProfilePage sent={useLoaderData<typeof loader>()} />;
}

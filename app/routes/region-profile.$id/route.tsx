import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadProfile } from "~/features/profile/load/load-profile.server";
import { profileHead } from "~/features/profile/profile-head";
import { pageTitle } from "~/features/shell/page-title";

export { ProfilePage as default } from "~/features/profile/profile-screen";
export { shouldRevalidate } from "~/features/profile/should-revalidate";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadProfile(request, "region", params.id);
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? profileHead(data, pageTitle(matches, data.documentTitle)) : [];

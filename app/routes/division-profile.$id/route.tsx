import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadProfile } from "~/features/profile/load/load-profile.server";

export { meta } from "~/profile-meta";
export { ProfilePage as default } from "~/features/profile/profile-screen";
export { shouldRevalidate } from "~/features/profile/should-revalidate";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadProfile(request, "division", params.id);
}

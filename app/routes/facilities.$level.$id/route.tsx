import { useLoaderData } from "@remix-run/react";
import { FacilitiesScreen } from "~/features/facilities/screen";
import { loadFacilities } from "~/features/facilities/load.server";
import { facilitiesWords } from "~/features/facilities/words";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadFacilities as loader };

export const meta = titledByPlace(facilitiesWords.title);

export default function FacilitiesRoute() {
  const { view } = useLoaderData<typeof loadFacilities>();
  return <FacilitiesScreen view={view} />;
}

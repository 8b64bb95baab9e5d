import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FacilitiesScreen } from "~/features/facilities/screen";
import { loadFacilities } from "~/features/facilities/load.server";
import { facilitiesWords } from "~/features/facilities/words";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadFacilities(request, params);
}

export const meta: MetaFunction<typeof loader> = titledByPlace(
  facilitiesWords.title,
);

export default function FacilitiesRoute() {
  const { view } = useLoaderData<typeof loader>();
  return <FacilitiesScreen view={view} />;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangesScreen } from "~/features/changes/screen";
import { loadChanges } from "~/features/changes/load.server";
import { changesWords } from "~/features/changes/words";
import { graphHref } from "~/features/profile/graph-href";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadChanges(request, params["*"], {
    firstCrumb: dashboardCrumb,
    graphHref,
  });
}

export const meta: MetaFunction<typeof loader> = titledByPlace(
  changesWords.title,
);

export default function ChangesRoute() {
  const { view, crumbs } = useLoaderData<typeof loader>();
  return <ChangesScreen view={view} crumbs={crumbs} />;
}

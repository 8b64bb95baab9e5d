import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { searchHeading } from "~/features/search/rules/words";
import { pageTitle } from "~/features/shell/page-title";
import { requireScreen } from "~/session/screen.server";
import { loadSearch } from "~/features/search/load-search.server";
import { SearchScreen } from "~/features/search/screen";

export { links } from "~/reports-and-users-sheet";

/** Also answers the header's popup (R149). */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { searchParams } = new URL(request.url);
  return loadSearch(signedIn, searchParams.get("q"));
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  const heading = searchHeading(data?.text ?? "");
  const hasFailed = data && data.notices.length > 0;
  return [{ title: pageTitle(matches, heading, hasFailed) }];
};

export default function SearchRoute() {
  return <SearchScreen data={useLoaderData<typeof loader>()} />;
}

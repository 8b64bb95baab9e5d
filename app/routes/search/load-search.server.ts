import { GRAPH_ERROR_ABOVE } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { searchResults } from "~/domain/search/search";
import { searchText } from "~/domain/search/search-text";
import { searchItems, type SearchFacts } from "~/domain/search/items";
import { readReports } from "~/features/embedded-report/read-reports.server";
import type { SearchData } from "~/features/shell/search/use-search-items";
import type { SignedIn } from "~/session/require-user.server";

/** What a signed-in user finds for a text; what could not be had is left out, and said. */
export async function loadSearch(
  { user: { viewer }, findOrganization, call }: SignedIn,
  typed: string | null,
): Promise<SearchData> {
  const text = searchText(typed);
  const hasOwnPages = apiHost === null;
  const find = (facts: Omit<SearchFacts, "viewer">) =>
    searchResults(searchItems({ viewer, ...facts }), text, hasOwnPages).flatMap(
      ({ results }) => results.map(({ item }) => item),
    );
  if (rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK) {
    const items = find({ organization: null, reports: [] });
    return { text, items, hasOwnPages, notices: [] };
  }
  const [places, list] = await Promise.all([
    findOrganization(),
    readReports(call, GRAPH_ERROR_ABOVE),
  ]);
  const organization = places.kind === "data" ? places.organization : null;
  const failures = [
    ...(places.kind === "failure" ? [places.message] : []),
    ...(list.state === "error" ? [list.message] : []),
  ];
  const reports = list.state === "data" ? list.reports : [];
  return {
    text,
    hasOwnPages,
    items: find({ organization, reports }),
    notices: failures.map((words) => ({ tone: "error", text: words })),
  };
}

import { GRAPH_ERROR_ABOVE } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { searchResults } from "~/features/search/rules/search";
import { searchText } from "~/features/search/rules/search-text";
import { searchItems, type SearchFacts } from "~/features/search/rules/items";
import { readReports } from "~/features/embedded-reports/read-reports.server";
import type { SearchData } from "~/features/shell/search/use-search-items";
import type { SignedIn } from "~/session/require-user.server";
import { residentsFor } from "./find-residents.server";

/** What the page of results shows: residents are found there alone, so that each who is shown is on record. */
export interface SearchPage extends SearchData {
  residents: Awaited<ReturnType<typeof residentsFor>>["residents"];
}

/** What a signed-in user finds for a text; what could not be had is left out, and said. */
export async function loadSearch(
  signedIn: SignedIn,
  typed: string | null,
): Promise<SearchPage> {
  const { findOrganization, call } = signedIn;
  const { viewer } = signedIn.user;
  const text = searchText(typed);
  const hasOwnPages = apiHost === null;
  const find = (facts: Omit<SearchFacts, "viewer">) =>
    searchResults(searchItems({ viewer, ...facts }), text, hasOwnPages).flatMap(
      ({ results }) => results.map(({ item }) => item),
    );
  if (rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK) {
    const items = find({ organization: null, reports: [] });
    return { text, items, hasOwnPages, residents: null, notices: [] };
  }
  const [places, list, { residents, notices }] = await Promise.all([
    findOrganization(),
    readReports(call, GRAPH_ERROR_ABOVE),
    residentsFor(signedIn, hasOwnPages ? text : ""),
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
    hasResidents: hasOwnPages,
    residents,
    items: find({ organization, reports }),
    notices: [
      ...failures.map((words) => ({ tone: "error" as const, text: words })),
      ...notices,
    ],
  };
}

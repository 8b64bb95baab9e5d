import { getReports } from "~/contract/reports";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { searchResults, searchText } from "~/domain/search/search";
import { searchItems, type SearchFacts } from "~/domain/search/items";
import { systemMessages } from "~/domain/system-messages";
import type { SearchData } from "~/features/shell/search/use-search-items";
import type { SignedIn } from "~/session/require-user.server";

type Reports = SearchFacts["reports"];

/** What a signed-in user finds for a text; what could not be had is left out, and said. */
export async function loadSearch(
  { user: { viewer }, findOrganization, call }: SignedIn,
  typed: string | null,
): Promise<SearchData> {
  const text = searchText(typed);
  const find = (facts: Omit<SearchFacts, "viewer">) =>
    searchResults(searchItems({ viewer, ...facts }), text).flatMap(
      ({ results }) => results.map(({ item }) => item),
    );
  if (rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK) {
    const items = find({ organization: null, reports: [] });
    return { text, items, notices: [] };
  }
  const [places, reports] = await Promise.all([
    findOrganization(),
    findReports(call),
  ]);
  const organization = places.kind === "data" ? places.organization : null;
  const failures = [
    ...(places.kind === "failure" ? [places.message] : []),
    ...(reports === null ? [systemMessages.systemError.reports] : []),
  ];
  return {
    text,
    items: find({ organization, reports: reports ?? [] }),
    notices: failures.map((words) => ({ tone: "error", text: words })),
  };
}

/** The reports that the user may see; null where they could not be had. A host may have none at all. */
async function findReports(call: SignedIn["call"]): Promise<Reports | null> {
  const outcome = await call(getReports, {});
  switch (outcome.kind) {
    case "data":
      return outcome.answer.data;
    case "empty":
      return [];
    case "failure":
      return outcome.status === 404 ? [] : null;
  }
}

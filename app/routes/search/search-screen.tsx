import { PageLink } from "~/ui/page-link";
import {
  countResults,
  searchResults,
  type SearchGroup,
} from "~/domain/search/search";
import {
  noSearchResults,
  resultCountText,
  searchHeading,
  searchWords,
} from "~/domain/search/words";
import { searchHref } from "~/features/shell/search/search-href";
import type { SearchData } from "~/features/shell/search/use-search-items";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";

/** Everything that a text finds, or all that there is to browse. */
export function SearchScreen({ data }: { data: SearchData }) {
  const { text, items, hasOwnPages } = data;
  const groups = searchResults(items, text, hasOwnPages);
  return (
    <>
      <h1 className="text-2xl font-semibold">{searchHeading(text)}</h1>
      {/* A search from this page leaves the focus in the field, and this is said. */}
      <p aria-live="polite" className="mb-4">
        {countText(groups, text)}
      </p>
      {groups.length === 0 ? <WayOut text={text} /> : null}
      <div className="space-y-4">
        {groups.map((group) => (
          <Results key={group.heading} group={group} />
        ))}
      </div>
    </>
  );
}

function countText(groups: readonly SearchGroup[], text: string): string {
  if (groups.length > 0) return resultCountText(countResults(groups));
  return text === "" ? searchWords.nothingToBrowse : noSearchResults(text);
}

function WayOut({ text }: { text: string }) {
  return text === "" ? (
    <LinkButton to={paths.home}>{searchWords.backToHome}</LinkButton>
  ) : (
    <LinkButton to={paths.search}>{searchWords.browseAll}</LinkButton>
  );
}

function Results({ group: { heading, results } }: { group: SearchGroup }) {
  return (
    <Card headingId={`found-${heading.toLowerCase()}`} heading={heading}>
      <ul className="search-list">
        {results.map(({ item, detail }) => (
          <li key={`${item.kind} ${item.id}`}>
            <PageLink to={searchHref(item)}>{item.label}</PageLink>{" "}
            {detail === null ? null : <span>{detail}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

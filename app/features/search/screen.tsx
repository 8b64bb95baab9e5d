import { useLoaderData } from "@remix-run/react";
import { PageLink } from "~/ui/page-link";
import { countResults, searchResults, type SearchGroup } from "./rules/search";
import {
  noSearchResults,
  resultCountText,
  searchHeading,
  searchWords,
} from "./rules/words";
import { searchHref } from "~/features/shell/search/search-href";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChangeSaid } from "~/ui/change-said";
import type { loadSearch, SearchPage } from "./load-search.server";

export function SearchScreen() {
  const { text, items, hasOwnPages, residents } =
    useLoaderData<typeof loadSearch>();
  const groups = searchResults(items, text, hasOwnPages);
  const count = countResults(groups) + (residents?.count ?? 0);
  const said = countText(count, text);
  return (
    <>
      <h1 className="text-2xl font-semibold">{searchHeading(text)}</h1>
      <p className="mb-4">{said}</p>
      {/* A search from this page leaves the focus in the field. */}
      <ChangeSaid text={count > 0 ? `${searchHeading(text)}: ${said}` : said} />
      {count === 0 && residents ? (
        <p className="mb-4">{searchWords.noResidents}</p>
      ) : null}
      {count === 0 ? <WayOut text={text} /> : null}
      <div className="space-y-4">
        {groups.map((group) => (
          <Results key={group.heading} group={group} />
        ))}
        {residents?.count ? <Residents found={residents} /> : null}
      </div>
    </>
  );
}

function countText(count: number, text: string): string {
  if (count > 0) return resultCountText(count);
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

function Residents({ found }: { found: NonNullable<SearchPage["residents"]> }) {
  return (
    <Card headingId="found-residents" heading={searchWords.residents}>
      {found.note === null ? null : (
        <p className="-mt-2 mb-3 text-sm text-muted">{found.note}</p>
      )}
      <ul className="search-list">
        {found.rows.map(({ href, name, about }) => (
          <li key={href}>
            <PageLink to={href}>{name}</PageLink> <span>{about}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { Link } from "@remix-run/react";
import { memo } from "react";
import type { SearchGroup, SearchResult } from "~/domain/search/search";
import { moreResultsText } from "~/domain/search/words";
import { searchHref } from "./search-href";

/** So many options of a group are drawn; who looks for another types a letter more. */
const MOST_OPTIONS = 50;

/** The first options of a group under its heading, and how many more there are. */
export function SearchOptions({
  group: { heading, results },
  active,
}: {
  group: SearchGroup;
  /** Id of the option that Enter opens. */
  active: string | null;
}) {
  const headingId = `search-${heading.toLowerCase()}`;
  const rest = results.length - MOST_OPTIONS;
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation">
        {heading}
      </div>
      {results.slice(0, MOST_OPTIONS).map((result) => {
        const { kind, id } = result.item;
        const optionId = `search-${kind}-${encodeURIComponent(id)}`;
        return (
          <Option
            key={optionId}
            id={optionId}
            result={result}
            isActive={optionId === active}
          />
        );
      })}
      {rest > 0 ? <div role="presentation">{moreResultsText(rest)}</div> : null}
    </div>
  );
}

/** A link like any other; only those are drawn anew that an arrow key comes to or leaves. */
const Option = memo(function Option({
  id,
  result: { item, detail },
  isActive,
}: {
  id: string;
  result: SearchResult;
  isActive: boolean;
}) {
  return (
    <Link
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      to={searchHref(item)}
    >
      {item.label} {detail === null ? null : <span>{detail}</span>}
    </Link>
  );
});

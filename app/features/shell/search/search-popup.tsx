import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import {
  countResults,
  searchResults,
  searchText,
  type SearchGroup,
} from "~/domain/search/search";
import {
  noSearchResults,
  resultCountText,
  searchWords,
} from "~/domain/search/words";
import { SearchOptions } from "./search-options";
import { useCombobox } from "./use-combobox";
import { useSearchItems, type LoadedItems } from "./use-search-items";

/** Without another letter for so long, the number of results is said aloud. */
const SAY_AFTER_MS = 500;

export interface SearchPopupProps {
  /** The search field, which this makes a combobox. */
  field: RefObject<HTMLInputElement>;
  /** Told when the items are asked for, and when they have come or failed. */
  onLoading: (isLoading: boolean) => void;
}

/** The list under the search field: all there is to browse, or what the text so far finds. */
export function SearchPopup({ field, onLoading }: SearchPopupProps) {
  const list = useRef<HTMLDivElement>(null);
  const { isOpen, text, active, hide } = useCombobox(field, list);
  const loaded = useSearchItems(isOpen, onLoading);
  const groups = useMemo(
    () => searchResults(loaded.items, text),
    [loaded.items, text],
  );
  const { shown, said } = stateWords(loaded, groups, text);
  return (
    <>
      <Spoken words={isOpen ? said : ""} />
      <div hidden={!isOpen} className="search-popup">
        {shown.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {/* The field has the focus and the keys; what is clicked are links. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
        <div
          ref={list}
          id="search-list"
          role="listbox"
          aria-label="Search results"
          hidden={groups.length === 0}
          // A link that opens elsewhere, in a new tab say, leaves the list open.
          onClick={(event) => event.defaultPrevented && hide()}
        >
          {groups.map((group) => (
            <SearchOptions key={group.heading} group={group} active={active} />
          ))}
        </div>
      </div>
    </>
  );
}

/** What stands above the options, and what is said of them. */
function stateWords(
  { status, notices }: LoadedItems,
  groups: readonly SearchGroup[],
  text: string,
): { shown: string[]; said: string } {
  if (status !== "data") {
    return { shown: [searchWords[status]], said: searchWords[status] };
  }
  const typed = searchText(text);
  if (groups.length > 0) {
    const count = resultCountText(countResults(groups));
    // What is missing is said when the list opens, and not at each letter.
    const said = typed === "" ? [...notices, count].join(" ") : count;
    return { shown: notices, said };
  }
  const words =
    typed === "" ? searchWords.nothingToBrowse : noSearchResults(typed);
  const shown = [...notices, words];
  return { shown, said: shown.join(" ") };
}

function Spoken({ words }: { words: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

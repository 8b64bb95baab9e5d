import { useEffect, useMemo, type RefObject } from "react";
import {
  countResults,
  searchResults,
  type SearchGroup,
} from "~/features/search/rules/search";
import { searchText } from "~/features/search/rules/text";
import {
  moreResultsText,
  noSearchResults,
  resultCountText,
  searchWords,
} from "~/features/search/rules/words";
import { ComboboxPopup, type ComboboxGroup } from "~/ui/combobox-popup";
import { useCombobox } from "~/ui/use-combobox";
import { searchHref } from "./search-href";
import { useSearchItems, type LoadedItems } from "./use-search-items";

/** Whoever looks for another option types one letter more. */
const MOST_OPTIONS = 50;

export interface SearchPopupProps {
  field: RefObject<HTMLInputElement>;
  onLoading: (isLoading: boolean) => void;
}

export function SearchPopup({ field, onLoading }: SearchPopupProps) {
  const combobox = useCombobox(field);
  const { isOpen, text, hide } = combobox;
  const loaded = useSearchItems(isOpen, onLoading);
  const { items, hasOwnPages } = loaded;
  const results = useMemo(
    () => searchResults(items, text, hasOwnPages),
    [items, text, hasOwnPages],
  );
  const groups = useMemo(() => results.map(groupOf), [results]);
  const { shown, said } = stateWords(loaded, results, text);

  useEffect(() => {
    const form = field.current?.form;
    const onSubmit = () => {
      // What is copied from a spreadsheet ends with a tab, which no address may hold.
      if (field.current) field.current.value = searchText(field.current.value);
      hide();
    };
    form?.addEventListener("submit", onSubmit);
    return () => form?.removeEventListener("submit", onSubmit);
  });

  return (
    <ComboboxPopup
      combobox={combobox}
      id="search-list"
      label="Search results"
      groups={groups}
      above={shown}
      said={said}
    />
  );
}

function groupOf({ heading, results }: SearchGroup): ComboboxGroup {
  const rest = results.length - MOST_OPTIONS;
  return {
    heading,
    options: results.slice(0, MOST_OPTIONS).map(({ item, detail }) => ({
      id: `${item.kind}-${encodeURIComponent(item.id)}`,
      label: item.label,
      detail,
      href: searchHref(item),
    })),
    more: rest > 0 ? moreResultsText(rest) : null,
  };
}

function stateWords(
  { status, notices, hasResidents }: LoadedItems,
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
  const shown = [
    ...notices,
    ...(hasResidents && typed !== "" ? [searchWords.enterForResidents] : []),
    words,
  ];
  return { shown, said: shown.join(" ") };
}

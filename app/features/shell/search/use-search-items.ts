import { fetchWithin } from "~/ui/fetch-within";
import { useEffect, useRef, useState } from "react";
import type { SearchItem } from "~/features/search/rules/search";
import { paths } from "~/paths";

/** The popup asks the search page's loader for everything. */
export interface SearchData {
  text: string;
  items: SearchItem[];
  /** False with an API host, which has neither lists of today nor signals. */
  hasOwnPages: boolean;
  /** True where the page of results finds residents, too. */
  hasResidents?: boolean;
  notices: { tone: "error"; text: string }[];
}

export interface LoadedItems {
  status: "loading" | "data" | "failed";
  items: readonly SearchItem[];
  hasOwnPages: boolean;
  hasResidents?: boolean;
  notices: string[];
}

const NONE: LoadedItems = {
  status: "loading",
  items: [],
  hasOwnPages: false,
  notices: [],
};

/** Loads once per page, and again after a failure. A plain fetch, because a failed fetcher would replace the page. */
export function useSearchItems(
  isOpen: boolean,
  onLoading: (isLoading: boolean) => void,
): LoadedItems {
  const [loaded, setLoaded] = useState(NONE);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isOpen || isAsked.current) return;
    isAsked.current = true;
    setLoaded((before) => (before.status === "failed" ? NONE : before));
    onLoading(true);
    const asked = fetchItems().then(
      ({ notices, ...found }) => {
        isAsked.current = notices.length === 0;
        const texts = notices.map(({ text }) => text);
        setLoaded({ ...found, status: "data", notices: texts });
      },
      () => {
        isAsked.current = false;
        setLoaded((before) =>
          before.status === "data" ? before : { ...NONE, status: "failed" },
        );
      },
    );
    void asked.then(() => onLoading(false));
  }, [isOpen, onLoading]);
  return loaded;
}

/** The list then says that it did not load; the form still works. */
const GIVE_UP_AFTER_MS = 10_000;

function fetchItems(): Promise<SearchData> {
  return fetchWithin(
    GIVE_UP_AFTER_MS,
    paths.searchData,
    {},
    async (response) => {
      const data: unknown = response.ok ? await response.json() : null;
      if (!isSearchData(data)) throw new Error("no items of the search");
      return data;
    },
  );
}

/** An ended session, or a proxy between, answers with something else. */
function isSearchData(data: unknown): data is SearchData {
  return (
    typeof data === "object" &&
    data !== null &&
    "items" in data &&
    Array.isArray(data.items) &&
    "notices" in data &&
    Array.isArray(data.notices)
  );
}

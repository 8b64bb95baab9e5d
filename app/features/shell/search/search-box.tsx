import { useLocation } from "@remix-run/react";
import { PageForm } from "~/ui/page-form";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { browsePlaceholder } from "~/domain/messages";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { SearchIcon } from "~/ui/icons";
import { useHydrated } from "~/rendering/hydration";
import type { SearchPopupProps } from "./search-popup";

const FIELD_ID = "search";

/**
 * The header's search: a form that leads to a page of results. Its list of suggestions comes when the field is first
 * used (decision 15); where that does not come, the form goes on working.
 */
export function SearchBox({
  siteName,
  onLoading,
}: {
  siteName: string;
  onLoading: SearchPopupProps["onLoading"];
}) {
  const field = useRef<HTMLInputElement>(null);
  const [Popup, setPopup] = useState<ComponentType<SearchPopupProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  // Before the focus is there: a field that changes its role under the focus is said without its name.
  const isCombobox = useHydrated() && !hasFailed;
  const { place, text, isSearchPage } = useSearchOfPage();

  function fetchPopup() {
    import("./search-popup").then(
      ({ SearchPopup }) => setPopup(() => SearchPopup),
      () => setHasFailed(true),
    );
  }

  const shown = useRef(place);
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    // Somebody may have begun to type before scripts were here, or while the page was on its way: that stays.
    if (shown.current === place) {
      if (input === document.activeElement) fetchPopup();
    } else if (!("inUse" in input.dataset)) {
      input.value = text;
    }
    shown.current = place;
  }, [place, text]);

  return (
    <PageForm
      role="search"
      action={paths.search}
      className={isSearchPage ? "search-box" : "search-box left-out"}
    >
      <label htmlFor={FIELD_ID} className="sr-only">
        Search
      </label>
      <input
        ref={field}
        id={FIELD_ID}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={text}
        placeholder={browsePlaceholder(siteName)}
        {...(isCombobox && { role: "combobox", "aria-expanded": false })}
        onFocus={fetchPopup}
      />
      <Button>
        <SearchIcon />
        <span className="sr-only">Search</span>
      </Button>
      {Popup ? <Popup field={field} onLoading={onLoading} /> : null}
    </PageForm>
  );
}

/** What the page searches for, and which page and search that is. */
function useSearchOfPage(): {
  place: string;
  text: string;
  isSearchPage: boolean;
} {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isSearchPage = pathname === paths.search;
  const text = (isSearchPage && query.get("q")) || "";
  return { place: pathname + text, text, isSearchPage };
}

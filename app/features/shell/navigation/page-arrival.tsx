import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useBeforeShown } from "~/rendering/hydration";
import type * as Script from "./arrive";

/** Outlives the frame of a page: an error page has one of its own. */
let shown: Partial<Pick<Location, "pathname" | "search">> = {};

function afterwards(act?: (script: typeof Script) => void): void {
  import("./arrive")
    .then((script) => {
      script.begin();
      act?.(script);
    })
    // A script that does not come is no loss: the page is there, and its links work.
    .catch(() => undefined);
}

/**
 * Empty until scripts open a page, because the browser announces the pages that it loads. A change of the query says
 * nothing.
 */
export function PageArrival() {
  const { pathname, search, hash, key } = useLocation();
  const step: string = useNavigationType();
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { requestIdleCallback: idle = setTimeout } = window;
    idle(() => afterwards());
  }, []);
  // Read it now: a quick Tab moves the focus, and must not be undone.
  useBeforeShown(() => {
    const before = shown;
    shown = { pathname, search };
    if (before.pathname === undefined) return;
    const isSamePage = before.pathname === pathname;
    const from = document.activeElement;
    // The router replaces an address by itself; one that it replaces by the same was pressed again.
    const isAskedFor =
      hash !== "" &&
      (step === "PUSH" || (step === "REPLACE" && before.search === search));
    afterwards(({ arrive, goToPlace, keepPlace }) => {
      if (isSamePage && isAskedFor) goToPlace(hash, from);
      else if (isSamePage) keepPlace();
      else if (region.current) arrive(region.current, from);
    });
    // Its key is another each time that a link is pressed or a form is answered.
  }, [pathname, search, hash, key, step]);
  return <p ref={region} aria-live="polite" className="sr-only" />;
}

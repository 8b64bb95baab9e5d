import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Puts focus on the heading of a page that scripts have navigated to, so that it is read out and Tab goes on from
 * there. A page that changes only its query keeps the focus where it is.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}

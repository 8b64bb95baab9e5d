import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "~/rendering/hydration";
import type { PageStep } from "./keep-state";
import type { ProfileView } from "../profile-view";

/** Loads after the page (R39). */
export function useSavedState(view: ProfileView): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isHistory = useNavigationType() === NavigationType.Pop;
  const isHydrated = useHydrated();
  // Scripts found this page in the document; every later one was opened by them.
  const [isDocument] = useState(!isHydrated);
  const shown = useRef<PageStep["before"]>(null);
  useEffect(() => {
    let isHere = true;
    const step = async () => {
      const { keepState } = await import("./keep-state");
      if (!isHere) return;
      const before = shown.current;
      shown.current = { pathname: location.pathname, view };
      const entered = isDocument && !before ? "document" : "link";
      const by = isHistory && entered !== "document" ? "history" : entered;
      const href = keepState({ view, location, before, by });
      if (href === null) return;
      navigate(href, {
        replace: true,
        preventScrollReset: true,
        state: location.state as unknown,
      });
    };
    // A script that does not come is no loss: then nothing is kept.
    step().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [view, location, navigate, isHistory, isDocument]);
}

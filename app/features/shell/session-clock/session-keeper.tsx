import { useEffect, useState, type ComponentType } from "react";
import type { SessionFacts } from "../shell-data";

interface Keeping {
  session: SessionFacts;
  csrfToken: string;
}

/** Starts the session's clock after the page; until its script is here the page leaves as one without scripts does. */
export function SessionKeeper(props: Keeping) {
  const [Clock, setClock] = useState<ComponentType<Keeping> | null>(null);
  const { leavesInMs, leftOpenHref } = props.session;
  useEffect(() => {
    // The document's own timer (app/root.tsx) knows nothing of the pages after it.
    const { dataset } = document.documentElement;
    dataset.clock = "coming";
    return () => {
      delete dataset.clock;
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(
      () => window.location.assign(leftOpenHref),
      leavesInMs,
    );
    import("./running-clock").then(
      ({ RunningClock }) => {
        clearTimeout(timer);
        setClock(() => RunningClock);
      },
      () => undefined,
    );
    return () => clearTimeout(timer);
  }, [leavesInMs, leftOpenHref]);
  return Clock ? <Clock {...props} /> : null;
}

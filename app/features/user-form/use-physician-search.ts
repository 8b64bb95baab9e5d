import { useEffect, useRef, useState } from "react";
import { systemMessages } from "~/domain/system-messages";
import { physicianSearchText } from "~/domain/users/user-form-physicians";
import type { PhysicianSearch } from "./user-form";

/** After the last key so long nobody types (R219). */
const SEARCH_AFTER_MS = 500;

/** After so long it says that the physicians did not come. */
const GIVE_UP_AFTER_MS = 10_000;

export interface RunningSearch {
  isSearching: boolean;
  /** What the field holds now; the search begins when nobody types any more. */
  type: (typed: string) => void;
  /** As `type`, at once. */
  search: (typed: string) => void;
}

/**
 * Searches physicians while one types. A plain call, not a fetcher of the router: one that fails would replace the
 * page, and the form, with the error page. An answer that comes after a newer question is dropped.
 */
export function usePhysicianSearch(
  hrefOf: (text: string) => string,
  found: PhysicianSearch | null,
  setFound: (found: PhysicianSearch | null) => void,
): RunningSearch {
  const [isSearching, setSearching] = useState(false);
  const wanted = useRef(found?.text ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const running = useRef<AbortController>();

  function stop() {
    clearTimeout(timer.current);
    running.current?.abort();
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  async function ask(text: string) {
    const controller = new AbortController();
    running.current = controller;
    setSearching(true);
    const giveUp = setTimeout(() => controller.abort(), GIVE_UP_AFTER_MS);
    const answer = await fetchPhysicians(hrefOf(text), text, controller.signal);
    clearTimeout(giveUp);
    if (running.current !== controller) return;
    setSearching(false);
    setFound(answer);
  }

  function start(typed: string, afterMs: number) {
    const text = physicianSearchText(typed);
    const isAnswered = text === wanted.current && found?.state !== "error";
    if (isAnswered && afterMs > 0) return;
    wanted.current = text;
    stop();
    running.current = undefined;
    if (text === "") {
      setSearching(false);
      setFound(null);
    } else if (afterMs > 0) {
      timer.current = setTimeout(() => void ask(text), afterMs);
    } else {
      void ask(text);
    }
  }

  return {
    isSearching,
    type: (typed) => start(typed, SEARCH_AFTER_MS),
    search: (typed) => start(typed, 0),
  };
}

async function fetchPhysicians(
  href: string,
  text: string,
  signal: AbortSignal,
): Promise<PhysicianSearch> {
  try {
    const response = await fetch(href, { signal });
    const answer = (await response.json()) as {
      physicians?: PhysicianSearch | null;
    };
    if (response.ok && answer.physicians) return answer.physicians;
  } catch {
    // Told as any other failure.
  }
  const { unexpected } = systemMessages.systemError;
  return { state: "error", text, message: unexpected };
}

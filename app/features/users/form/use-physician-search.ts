import { useEffect, useState } from "react";
import { systemMessages } from "~/domain/system-messages";
import {
  physicianCountText,
  physicianSearchText,
  type PhysicianChoice,
} from "../rules/form-physicians";
import { userFormWords } from "../rules/form-words";
import type { PhysicianSearch } from "./user-form";

/** After the last key so long nobody types. */
const SEARCH_AFTER_MS = 500;

/** After so long it says that the physicians did not come. */
const GIVE_UP_AFTER_MS = 10_000;

/** The search of a field that somebody types into. */
export interface RunningSearch {
  physicians: readonly PhysicianChoice[];
  /** What the search came to, or that it is under way; empty where nothing is typed. */
  words: string;
  /** Searches for a text at once. */
  hurry: (typed: string) => void;
}

/**
 * Searches physicians while one types. A plain call, not a fetcher of the router: one that fails would replace the page, and
 * the form, with the error page. An answer that comes after a newer question is dropped.
 */
export function usePhysicianSearch(
  typed: string,
  hrefOf: (text: string) => string,
): RunningSearch {
  const [found, setFound] = useState<PhysicianSearch | null>(null);
  const [hurried, setHurried] = useState<{ text: string } | null>(null);
  const text = physicianSearchText(typed);
  const href = hrefOf(text);
  useEffect(() => {
    if (text === "") return;
    const controller = new AbortController();
    const delay = hurried?.text === text ? 0 : SEARCH_AFTER_MS;
    const start = setTimeout(() => {
      void fetchPhysicians(href, text, controller.signal).then((answer) => {
        if (!isLeft) setFound(answer);
      });
    }, delay);
    const giveUp = setTimeout(
      () => controller.abort(),
      delay + GIVE_UP_AFTER_MS,
    );
    let isLeft = false;
    return () => {
      isLeft = true;
      clearTimeout(start);
      clearTimeout(giveUp);
      controller.abort();
    };
  }, [text, href, hurried]);
  return {
    physicians: text !== "" && found?.state === "found" ? found.physicians : [],
    words: wordsOf(text, found),
    hurry(nowTyped) {
      setFound(null);
      setHurried({ text: physicianSearchText(nowTyped) });
    },
  };
}

function wordsOf(text: string, found: PhysicianSearch | null): string {
  if (text === "") return "";
  if (found?.text !== text) return userFormWords.searching;
  return found.state === "error"
    ? found.message
    : physicianCountText(found.physicians.length, text);
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
    if (response.ok && answer.physicians) return { ...answer.physicians, text };
  } catch {
    // Told as any other failure.
  }
  const { unexpected } = systemMessages.systemError;
  return { state: "error", text, message: unexpected };
}

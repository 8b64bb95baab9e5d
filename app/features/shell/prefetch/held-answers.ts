import { readDeferred } from "./read-deferred";

/** How long an answer is of use, from the moment that it is asked for. */
const HELD_MS = 10_000;
const MOST_HELD = 4;
const MOST_UNDER_WAY = 2;

interface Held {
  answer: Promise<unknown>;
  isUnderWay: boolean;
  /** Ends its time here; what is on its way still comes. */
  release: () => void;
  drop: () => void;
}

/** By the address of the page, oldest first. In memory alone: pages hold what is private. */
const held = new Map<string, Held>();

/** Asks for the data of a page as Remix would, unless they are held or on their way. The newest wish goes first. */
export function askAhead(href: string, routeId: string): void {
  if (held.has(href)) return;
  const underWay = [...held.values()].filter((one) => one.isUnderWay);
  if (underWay.length >= MOST_UNDER_WAY) underWay[0]?.drop();
  if (held.size >= MOST_HELD) held.values().next().value?.drop();

  const abort = new AbortController();
  const release = () => {
    clearTimeout(timer);
    if (held.get(href) === one) held.delete(href);
  };
  const drop = () => {
    release();
    abort.abort();
  };
  const timer = setTimeout(drop, HELD_MS);
  const answer = fetchData(href, routeId, abort.signal)
    .catch(() => undefined)
    .then((data) => {
      one.isUnderWay = false;
      // The normal way then finds out what is wrong, and deals with it.
      if (data === undefined) release();
      return data;
    });
  const one: Held = { answer, isUnderWay: true, release, drop };
  held.set(href, one);
}

/** Hands out what is held for a page, once. */
export function takeHeld(href: string): Promise<unknown> | undefined {
  const one = held.get(href);
  one?.release();
  return one?.answer;
}

/** Forgets everything, and calls off what is on its way. */
export function dropHeld(): void {
  for (const one of [...held.values()]) one.drop();
}

async function fetchData(
  href: string,
  routeId: string,
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(href);
  url.searchParams.set("_data", routeId);
  // By the path: what the router asks for by its full address waits for a network.
  const response = await fetch(url.pathname + url.search, { signal });
  const type = response.headers.get("Content-Type") ?? "";
  if (!isData(response)) return undefined;
  if (/\bapplication\/json\b/.test(type)) return response.json();
  return /\btext\/remix-deferred\b/.test(type) && response.body
    ? readDeferred(response.body)
    : undefined;
}

/** A redirect, an error and a thrown answer are told by their status or a header of Remix. */
function isData({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    !["X-Remix-Redirect", "X-Remix-Catch", "X-Remix-Error"].some((name) =>
      headers.has(name),
    )
  );
}

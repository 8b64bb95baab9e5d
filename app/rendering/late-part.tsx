import { useNavigation } from "@remix-run/react";
import {
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import { useHydrated } from "./hydration";

interface PartOfPage {
  id: string;
  fetch: () => Promise<unknown>;
}

const parts: PartOfPage[] = [];

type Fetching = <Chunk>(fetchChunk: () => Promise<Chunk>) => Promise<Chunk>;

let fetching: Fetching = (fetchChunk) => fetchChunk().catch(reloadPage);

/** What waits for a network comes after the page's first load, and says here how scripts are fetched from then on. */
export function fetchPartsBy(patiently: Fetching): void {
  fetching = patiently;
}

/** Fetches a script that a page on the screen needs; where it does not come, the page is fetched whole. */
export function fetchPart<Chunk>(
  fetchChunk: () => Promise<Chunk>,
): Promise<Chunk> {
  return fetching(fetchChunk);
}

/**
 * A part of pages whose script is fetched when the part is rendered; where it does not come, though the server answers, the
 * page is fetched whole, as the server renders it. `id` is that of an element which the part renders: where a document has
 * one, {@link fetchPartsOfPage} fetches the script before scripts take the page over. Then there is nothing to wait for and
 * no boundary: React takes those over last, and throws one away that changes before. A part without `id` must not be taken
 * over, and stands in a `Suspense` of its page.
 */
export function latePart<Chunk, Props extends object>(
  fetchChunk: () => Promise<Chunk>,
  partOf: (chunk: Chunk) => ComponentType<Props>,
  id?: string,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | null = null;
  const take = (chunk: Chunk) => (fetched = partOf(chunk));
  if (id !== undefined) {
    parts.push({ id, fetch: () => fetchChunk().then(take) });
    // A server has all parts at hand before it renders the first page.
    if (typeof document === "undefined") {
      fetchChunk().then(take, () => undefined);
    }
  }
  const Late = lazy(async () => {
    const Part = take(await fetching(fetchChunk));
    return { default: ({ draw }: Drawing<Props>) => draw(Part) };
  });
  return function LatePart(props: Props) {
    // One that waits and one that need not are two components to React: it must not change midway.
    const [Part] = useState(() => fetched);
    const isTakenOver = useHydrated();
    if (Part) return <Part {...props} />;
    // Not in this document, so the server has rendered nothing here.
    if (id !== undefined && !isTakenOver) return null;
    const late = <Late draw={(Fetched) => <Fetched {...props} />} />;
    return id === undefined ? (
      late
    ) : (
      <Suspense fallback={null}>{late}</Suspense>
    );
  };
}

interface Drawing<Props> {
  draw: (Part: ComponentType<Props>) => ReactNode;
}

/** On a server it fails as it is; in a browser the page is on its way, so that there is nothing more to wait for. */
function reloadPage(error: unknown): Promise<never> {
  if (typeof document === "undefined") throw error;
  window.location.reload();
  return new Promise<never>(() => undefined);
}

/**
 * Fetches the scripts of the parts that the server has rendered into this document. A part that scripts take over
 * before its own is there would be thrown away at the first change of the page. Rejects where one does not come.
 */
export async function fetchPartsOfPage(): Promise<void> {
  await Promise.all(
    parts
      .filter(({ id }) => document.getElementById(id))
      .map((part) => part.fetch()),
  );
}

// What says so comes after the page's first load (app/features/shell/connection).
const HELD = "held";

function subscribe(listener: () => void): () => void {
  addEventListener(HELD, listener);
  return () => removeEventListener(HELD, listener);
}

const NOWHERE = {
  state: "idle",
  location: undefined,
  formMethod: undefined,
} as const;

/** As `useNavigation`; while what was asked for waits for a network, the page stays as it was, and goes nowhere. */
export function useNavigationNow(): Pick<
  ReturnType<typeof useNavigation>,
  "state" | "location" | "formMethod"
> {
  const navigation = useNavigation();
  return useSyncExternalStore(
    subscribe,
    () => HELD in document.documentElement.dataset,
    () => false,
  )
    ? NOWHERE
    : navigation;
}

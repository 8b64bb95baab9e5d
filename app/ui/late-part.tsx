import { lazy, useState, type ComponentType, type ReactNode } from "react";

interface PartOfPage {
  id: string;
  fetch: () => Promise<unknown>;
}

const parts: PartOfPage[] = [];

/**
 * A part of pages whose script is fetched when the part is rendered, inside of a `Suspense`; where it does not come, the
 * page is fetched whole, as the server renders it. `id` is that of an element which the part renders: where a document
 * has one, {@link fetchPartsOfPage} fetches the script before scripts take the page over. A part without it must not be
 * taken over.
 */
export function latePart<Chunk, Props extends object>(
  fetchChunk: () => Promise<Chunk>,
  partOf: (chunk: Chunk) => ComponentType<Props>,
  id?: string,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | null = null;
  const fetch = async () => (fetched = partOf(await fetchChunk()));
  if (id !== undefined) parts.push({ id, fetch });
  const Late = lazy(async () => {
    const Part = await fetch().catch(reloadPage);
    return { default: ({ draw }: Drawing<Props>) => draw(Part) };
  });
  return function LatePart(props: Props) {
    // One that waits and one that need not are two components to React: it must not change midway.
    const [Part] = useState(() => fetched);
    return Part ? (
      <Part {...props} />
    ) : (
      <Late draw={(Fetched) => <Fetched {...props} />} />
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

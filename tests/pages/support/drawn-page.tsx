import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createRemixStub } from "@remix-run/testing";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { vi } from "vitest";
import { all, documentOf, nameOf, textOf, type PageDocument } from "./document";

/** A page that has only this on it, as the server sends it with all that comes later: nothing in it runs. */
export function drawnPage(part: ReactNode): Promise<PageDocument> {
  const Page = createRemixStub([{ path: "/", Component: () => part }]);
  return drawn(<Page />);
}

/** The same of what has its own router, or needs none. */
export async function drawn(part: ReactNode): Promise<PageDocument> {
  // A server has all parts at hand before it renders its first page.
  await vi.dynamicImportSettled();
  const sent = new PassThrough();
  const { pipe } = renderToPipeableStream(part, {
    onAllReady: () => void pipe(sent),
    onError: (error) => void sent.destroy(error as Error),
  });
  const html = await text(sent);
  return documentOf(`<!DOCTYPE html><html><body>${html}</body></html>`);
}

type Root = Parameters<typeof all>[0];

/** Where each link leads, by what is read out for it. */
export function hrefsOf(root: Root): Record<string, string | null> {
  return Object.fromEntries(
    all(root, "a").map((link) => [nameOf(link), link.getAttribute("href")]),
  );
}

/** The region of this name; fails where there is none. */
export function regionOf(page: PageDocument, name: string) {
  const labelOf = (region: ReturnType<typeof all>[number]) =>
    region.getAttribute("aria-label") ??
    (region.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => textOf(page.getElementById(id)))
      .join(" ");
  const found = all(page, "section, [role=region]").find(
    (region) => labelOf(region) === name,
  );
  if (!found) throw new Error(`There is no region '${name}'.`);
  return found;
}

/** The texts of a row's cells, with that of its head. */
export function cellsOf(row: Root | undefined): string[] {
  return row ? all(row, "th, td").map(textOf) : [];
}

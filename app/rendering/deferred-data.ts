import { startTransition, useEffect, useState } from "react";

/** Link of a page that is followed by its panels, to the same page with all of them. */
export const WHOLE_PAGE_ID = "whole-page";

const arrived = new WeakMap<object, object>();
const listeners = new Set<() => void>();
let version = 0;

function newest<Data>(data: Data): Data {
  return (arrived.get(data as object) as Data | undefined) ?? data;
}

/** Changes fields of a page's data, in all that read them. */
export function arrive<Data extends object>(
  data: Data,
  moreOf: (now: Data) => Partial<Data>,
): void {
  const now = newest(data);
  arrived.set(data, { ...now, ...moreOf(now) });
  version += 1;
  for (const look of listeners) look();
}

/** Reads the data of pages with what has followed them, and renders again when more comes. */
export function useArrivals(): <Data>(data: Data) => Data {
  const [, setSeen] = useState(0);
  useEffect(() => {
    // A transition, because parts of the document may still wait for hydration.
    const look = () => startTransition(() => setSeen(version));
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, []);
  return newest;
}

/**
 * The data of a page with what follows it: promises among its fields, each of which brings the fields that have changed
 * since the one before. Where one brings null, the answer is another page: the link {@link WHOLE_PAGE_ID} leads there. One
 * that fails was lost, or ended because somebody leaves the page, which nothing may stop: the page stays, with its link.
 */
export function useArrived<Data extends object>(data: Data): Data {
  const read = useArrivals();
  useEffect(() => {
    let isShown = true;
    const take = (more: object | null) => {
      if (more) {
        arrive(data, () => more);
      } else if (isShown) {
        const link = document.getElementById(WHOLE_PAGE_ID);
        if (link) location.replace((link as HTMLAnchorElement).href);
      }
    };
    for (const part of Object.values(data)) {
      if (part instanceof Promise) part.then(take, () => undefined);
    }
    return () => {
      isShown = false;
    };
  }, [data]);
  return read(data);
}

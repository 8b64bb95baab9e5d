import { startTransition, useEffect, useState } from "react";

/** Link of a page that is followed by its panels, to the same page with all of them. */
export const WHOLE_PAGE_ID = "whole-page";

const arrived = new WeakMap<object, object>();
const listeners = new Set<() => void>();
let version = 0;

function newest<Data>(data: Data): Data {
  return (arrived.get(data as object) as Data | undefined) ?? data;
}

export function arrive<Data extends object>(
  data: Data,
  moreOf: (now: Data) => Partial<Data>,
): void {
  const now = newest(data);
  arrived.set(data, { ...now, ...moreOf(now) });
  version += 1;
  for (const look of listeners) look();
}

/** Renders again when more data of the page arrive. */
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
 * Each promise brings the fields that changed since the one before. Null means that the answer is another page, which
 * {@link WHOLE_PAGE_ID} links to. After a failure the page stays, with its link.
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

/** How long a page waits for a panel before it is sent without. */
export const LATE_AFTER_MS = 500;

/** What is asked for, as it comes. */
export interface Arrivals<Parts> {
  /** What is there by now. */
  come: Partial<Parts>;
  /** Each of it, once it is in {@link Arrivals.come}; rejects as what was asked for does. */
  each: { [Name in keyof Parts]: Promise<void> };
  /** Resolves when all has come; rejects as the first that fails. */
  all: Promise<unknown>;
  /** As {@link Arrivals.all}, or resolves when the time is over. */
  within(ms: number): Promise<void>;
}

/** Watches parts of a page that are asked for side by side. */
export function watchArrivals<Parts extends object>(asked: {
  [Name in keyof Parts]: Promise<Parts[Name]>;
}): Arrivals<Parts> {
  const come: Partial<Parts> = {};
  const each = {} as Arrivals<Parts>["each"];
  for (const name of Object.keys(asked) as (keyof Parts)[]) {
    each[name] = asked[name].then((part) => {
      come[name] = part;
    });
  }
  const all = Promise.all(Object.values(each));
  // Whoever waits is told; nobody may be waiting yet, or any more.
  all.catch(() => undefined);
  return {
    come,
    each,
    all,
    async within(ms) {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      try {
        await Promise.race([all, over]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

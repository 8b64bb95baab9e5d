import { defer } from "@remix-run/node";
import { inTime } from "~/runtime/in-time.server";
import { doScriptsRun } from "./scripts-run";

/** How long a page waits for a panel before it is sent without. */
export const LATE_AFTER_MS = 500;

export interface Arrivals<Parts> {
  come: Partial<Parts>;
  /** Resolves once the part is in {@link Arrivals.come}. */
  each: { [Name in keyof Parts]: Promise<void> };
  all: Promise<unknown>;
  /** Like {@link Arrivals.all}, but resolves when the time is over. */
  within(ms: number): Promise<unknown>;
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
  // Callers handle the rejection, but none may be waiting at the moment.
  all.catch(() => undefined);
  return {
    come,
    each,
    all,
    within: (ms) => inTime(all, ms),
  };
}

/**
 * Only for a browser that runs scripts, which put the panels in their places, and not if it asks for the whole page.
 */
export function takesPanelsLater(request: Request): boolean {
  const isAskedWhole = new URL(request.url).searchParams.has("whole");
  return !isAskedWhole && doScriptsRun(request);
}

/**
 * Streams the changes that each late part makes to the page, in the order of arrival. Null stands for a part that
 * would replace the page: an error page, or the redirect to login.
 */
export function follow<Parts, View extends object>(
  parts: Pick<Arrivals<Parts>, "come" | "each">,
  viewOf: (come: Partial<Parts>) => View,
): View {
  const sent = viewOf(parts.come);
  const late = lateOf(parts);
  if (late.length === 0) return sent;
  let shown = sent;
  const later = late.map((name): [string, Promise<Partial<View> | null>] => [
    `late ${name}`,
    parts.each[name].then(
      () => {
        const next = viewOf(parts.come);
        const change = changeOf(shown, next);
        shown = next;
        return change;
      },
      () => null,
    ),
  ]);
  // A page reads a view; what follows is for `useArrivals` alone.
  return defer({ ...sent, ...Object.fromEntries(later) }) as unknown as View;
}

export function lateOf<Parts>({
  come,
  each,
}: Pick<Arrivals<Parts>, "come" | "each">): (keyof Parts & string)[] {
  const names = Object.keys(each) as (keyof Parts & string)[];
  return names.filter((name) => !(name in come));
}

function changeOf<View extends object>(was: View, is: View): Partial<View> {
  const changed = Object.entries(is).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(was[name as keyof View]),
  );
  return Object.fromEntries(changed) as Partial<View>;
}

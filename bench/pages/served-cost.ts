import { median } from "../served/figures";
import type { ServedPortal } from "../served/served-portal";
import { Visitor } from "../served/visitor";
import { interleave } from "./interleave";
import { addressOf, type MeasuredPage } from "./pages";

/** How a page is asked for: how often before anything counts, and how often in each of the rounds. */
export interface Asking {
  warmUp: number;
  rounds: number;
  times: number;
}

/**
 * CPU milliseconds of a whole portal for a page as it is served, one at a time; medians of the rounds, for each portal by its
 * name. They take turns. An engine needs some 1,500 pages until it has compiled what a page is made of: before that a page
 * costs twice as much.
 */
export async function servedCost<Name extends string>(
  portals: Record<Name, ServedPortal>,
  page: MeasuredPage,
  { warmUp, rounds, times }: Asking,
): Promise<Record<Name, number>> {
  const names = Object.keys(portals) as Name[];
  const visitors: Visitor[] = [];
  const works = {} as Record<Name, () => Promise<void>>;
  for (const name of names) {
    const { origin } = portals[name];
    const { path, cookie } = await addressOf(origin, page);
    const visitor = new Visitor(origin, cookie);
    visitors.push(visitor);
    works[name] = async () => {
      const { status } = await visitor.get(path);
      if (status !== 200) throw new Error(`${path} gave ${status}`);
    };
  }
  const spent = await interleave(
    works,
    { rounds: Math.ceil(warmUp / times) + rounds, times },
    async (name) => portals[name].cpuMs(),
  );
  for (const visitor of visitors) visitor.leave();
  return Object.fromEntries(
    names.map((name) => [name, median(spent[name].slice(-rounds))]),
  ) as Record<Name, number>;
}

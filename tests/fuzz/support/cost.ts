import { expect } from "vitest";
import type { Answer, Sending, WatchedPortal } from "./watched-portal";

/** So many plain pages' CPU is the most that any request may take. */
const PAGES = 15;
const MEASURED = 15;
/** The least of so many times counts: compiling and collecting garbage are none of a request's. */
const TRIES = 4;

/** What a plain page costs the server, as the median of some, milliseconds of CPU. */
export async function costOfPlainPage(
  portal: WatchedPortal,
  plain: Sending,
): Promise<number> {
  const costs: number[] = [];
  for (let time = 0; time < MEASURED; time += 1) {
    const { status, cpuMs } = await portal.send(plain);
    expect(status).toBe(200);
    costs.push(cpuMs);
  }
  return costs.sort((one, other) => one - other)[MEASURED >> 1] ?? 0;
}

/**
 * A request costs no more CPU than some plain pages do, and `further` for a password that is checked on purpose with
 * much work. One that was dearer is sent again, as the work of others falls into it.
 */
export async function expectCheap(
  portal: WatchedPortal,
  sending: Sending,
  first: Answer,
  plainMs: number,
  further = 0,
): Promise<void> {
  const bound = PAGES * plainMs + further;
  let least = first.cpuMs;
  for (let time = 1; time < TRIES && least > bound; time += 1) {
    least = Math.min(least, (await portal.send(sending)).cpuMs);
  }
  expect(least).toBeLessThanOrEqual(bound);
}

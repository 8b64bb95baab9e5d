import type { Clock, After } from "~server/clock/clock";

export interface VirtualTime {
  clock: Clock;
  after: After;
  advance(ms: number): void;
}

export function virtualTime(start: Date): VirtualTime {
  let now = start.getTime();
  const planned = new Set<{ at: number; work: () => void }>();
  return {
    clock: () => new Date(now),
    after(ms, work) {
      const plan = { at: now + ms, work };
      planned.add(plan);
      return () => planned.delete(plan);
    },
    advance(ms) {
      now += ms;
      for (const plan of [...planned]) {
        if (plan.at > now || !planned.delete(plan)) continue;
        plan.work();
      }
    },
  };
}

/** CPU milliseconds of one piece of work, round by round. */
export type Rounds<Name extends string> = Record<Name, number[]>;

/**
 * Does each piece of work `times` times in each round, in turn and each round beginning with another one, so that what else the
 * machine does falls on all alike. `clock` gives the milliseconds that a work counts.
 */
export async function interleave<Name extends string>(
  works: Record<Name, () => Promise<unknown>>,
  { rounds, times }: { rounds: number; times: number },
  clock: (name: Name) => number | Promise<number>,
): Promise<Rounds<Name>> {
  const names = Object.keys(works) as Name[];
  const spent = Object.fromEntries(
    names.map((name) => [name, [] as number[]]),
  ) as Rounds<Name>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as Name;
      const started = await clock(name);
      for (let time = 0; time < times; time += 1) await works[name]();
      spent[name].push(((await clock(name)) - started) / times);
    }
  }
  return spent;
}

/** CPU of the whole process in milliseconds, all of its threads. */
export function cpuClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

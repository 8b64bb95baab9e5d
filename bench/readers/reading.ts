import { setTimeout as wait } from "node:timers/promises";
import { Visitor } from "../served/visitor";
import { CENSUS_PASSWORD } from "./census-folder";

const ACCOUNTS = [
  "demo-company",
  "demo-division",
  "demo-region",
  "demo-facility",
  "demo-physician",
];

const LOOKS = ["", "?inspect=rth", "?graph=rth_30", "?modal=quality"];

/** Milliseconds of each page, and how many were answered by 500 and more or not at all. */
export interface Reading {
  ms: number[];
  faults: number;
}

/** Readers who open their own profile and what is over it, and think in between. One session per account. */
export async function readFor(
  origin: string,
  options: { readers: number; thinkingMs: number; isOver: () => boolean },
): Promise<Reading> {
  const { readers, thinkingMs, isOver } = options;
  const cookies = new Map<string, { cookie: string; home: string }>();
  for (const account of ACCOUNTS) {
    const visitor = new Visitor(origin);
    const home = await visitor.signIn(account, CENSUS_PASSWORD);
    cookies.set(account, { cookie: visitor.cookie, home });
    visitor.leave();
  }
  const reading: Reading = { ms: [], faults: 0 };
  const read = async (reader: number) => {
    const { cookie, home } =
      cookies.get(ACCOUNTS[reader % ACCOUNTS.length] ?? "") ?? {};
    const visitor = new Visitor(origin, cookie);
    // Not all at the same moment.
    await wait((thinkingMs * reader) / readers);
    for (let at = reader; !isOver(); at += 1) {
      await look(visitor, `${home}${LOOKS[at % LOOKS.length]}`, reading);
      await wait(thinkingMs);
    }
    visitor.leave();
  };
  await Promise.all(Array.from({ length: readers }, (_, at) => read(at)));
  return reading;
}

async function look(
  visitor: Visitor,
  path: string,
  reading: Reading,
): Promise<void> {
  try {
    const { status, ms } = await visitor.get(path);
    reading.ms.push(ms);
    if (status >= 500) reading.faults += 1;
  } catch {
    reading.faults += 1;
  }
}

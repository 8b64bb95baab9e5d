import { setTimeout as wait } from "node:timers/promises";
import { Visitor } from "../served/visitor";
import { CENSUS_PASSWORD } from "./demo-census";

/** Stands for the account's own first page. */
const HOME = "HOME";
/** After so many rounds somebody signs in anew. */
const ROUNDS_OF_A_SESSION = 20;

const PROFILE_STEPS = [
  HOME,
  `${HOME}?sort=name&dir=desc`,
  `${HOME}?inspect=rth`,
  `${HOME}?inspect=h_1000`,
  `${HOME}?graph=rth_30`,
  `${HOME}?mom=hosp_1000&graph=hosp_1000`,
  `${HOME}?modal=quality`,
  `${HOME}?compare=rth`,
  `${HOME}?view=huddle`,
  "/search?q=el",
  "/reports/after-hours-patient-report",
  "/reports/medical-staff-report",
];

const ADMINISTRATION_STEPS = [
  "/users",
  "/users?q=demo",
  "/users/add",
  "/users/audit-trail",
  "/users/reports-config",
];

const ACCOUNTS = [
  "demo-company",
  "demo-division",
  "demo-region",
  "demo-facility",
  "demo-facilities",
  "demo-physician",
  "demo-isnp",
  "demo-accounts",
];

/** What came of the visits so far. */
export interface Tally {
  /** Milliseconds of each visit since they were last taken. */
  ms: number[];
  visits: number;
  signIns: number;
  /** Answers of 500 and more, and connections that broke. */
  faults: number;
  /** Answers between 400 and 499, which this work should not meet either. */
  refusals: number;
  /** Whatever went wrong first, for whoever looks for it. */
  first?: string;
}

export function emptyTally(): Tally {
  return { ms: [], visits: 0, signIns: 0, faults: 0, refusals: 0 };
}

/** Only so many sign-ins are taken at once, and the others told to come back: people come one by one. */
let lastSignIn: Promise<unknown> = Promise.resolve();

function signInInTurn(visitor: Visitor, account: string): Promise<string> {
  const mine = lastSignIn.then(() => visitor.signIn(account, CENSUS_PASSWORD));
  lastSignIn = mine.catch(() => undefined);
  return mine;
}

/** Works in one browser until `isOver`, round after round. */
export async function workInBrowser(
  origin: string,
  number: number,
  { thinkingMs, isOver }: { thinkingMs: number; isOver: () => boolean },
  tally: Tally,
): Promise<void> {
  const account = ACCOUNTS[number % ACCOUNTS.length] ?? "";
  const steps =
    account === "demo-accounts" ? ADMINISTRATION_STEPS : PROFILE_STEPS;
  const visitor = new Visitor(origin);
  while (!isOver()) {
    const home = await signInInTurn(visitor, account);
    tally.signIns += 1;
    for (let round = 0; round < ROUNDS_OF_A_SESSION && !isOver(); round += 1) {
      for (const path of roundOf(steps, home)) {
        if (isOver()) break;
        await visit(visitor, path, tally);
        await wait(thinkingMs);
      }
    }
  }
  visitor.leave();
}

/** The addresses of one round of an account whose first page is `home`, with the rows of its profile as CSV. */
export function roundOf(steps: readonly string[], home: string): string[] {
  const path = home.split("?", 1)[0] ?? home;
  const addresses = steps.map((step) => step.replace(HOME, path));
  const [, level, id] =
    /^\/(\w+)-(?:profile\/(\d+)|overview)$/.exec(path) ?? [];
  return level === undefined
    ? addresses
    : [...addresses, `/metric-data/${level}/${id ?? 0}?measure=patient_count`];
}

async function visit(
  visitor: Visitor,
  path: string,
  tally: Tally,
): Promise<void> {
  tally.visits += 1;
  try {
    const { status, ms } = await visitor.get(path);
    tally.ms.push(ms);
    if (status >= 500) tally.faults += 1;
    else if (status >= 400) tally.refusals += 1;
    if (status >= 400) tally.first ??= `${path}: ${status}`;
  } catch (error) {
    tally.faults += 1;
    tally.first ??= `${path}: ${String(error)}`;
  }
}

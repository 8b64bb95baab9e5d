import { Visitor } from "../served/visitor";
import { roundOf } from "./rounds";

/** After so many rounds somebody signs in anew. */
const ROUNDS_OF_A_SESSION = 20;

/** What came of the visits so far. */
export interface Tally {
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
  return { visits: 0, signIns: 0, faults: 0, refusals: 0 };
}

/** Only so many sign-ins are taken at once, and the others told to come back: people come one by one. */
let lastSignIn: Promise<unknown> = Promise.resolve();

function signInInTurn(visitor: Visitor, account: string): Promise<string> {
  const mine = lastSignIn.then(() => visitor.signIn(account));
  lastSignIn = mine.catch(() => undefined);
  return mine;
}

/** Works as an account until `isOver`, round after round. */
export async function workAs(
  origin: string,
  { account, steps }: { account: string; steps: readonly string[] },
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const visitor = new Visitor(origin);
  while (!isOver()) {
    const home = await signInInTurn(visitor, account);
    tally.signIns += 1;
    for (let round = 0; round < ROUNDS_OF_A_SESSION && !isOver(); round += 1) {
      for (const path of roundOf(steps, home)) {
        if (isOver()) break;
        await visit(visitor, path, tally);
      }
    }
  }
  visitor.leave();
}

async function visit(
  visitor: Visitor,
  path: string,
  tally: Tally,
): Promise<void> {
  tally.visits += 1;
  try {
    const { status } = await visitor.get(path);
    if (status >= 500) tally.faults += 1;
    else if (status >= 400) tally.refusals += 1;
    if (status >= 400) tally.first ??= `${path}: ${status}`;
  } catch (error) {
    tally.faults += 1;
    tally.first ??= `${path}: ${String(error)}`;
  }
}

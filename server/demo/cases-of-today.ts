import type { NoteTable } from "~server/store/schema";
import { makeNote } from "./notes";
import {
  addStay,
  addTransfer,
  newPerson,
  type DemoStay,
  type DemoTransfer,
  type Making,
  type Resident,
} from "./residents";

interface Case {
  admittedDaysAgo: number;
  from: DemoStay["admitted_from"];
  frailty: number;
  trips: {
    daysAgo: number;
    outcome: DemoTransfer["outcome"];
    backDaysAgo: number;
  }[];
}

/**
 * Residents for the rules of the page Today (R331): the first for two rules, the last for a note. Whoever makes trips did not come from hospital
 * and is not long-stay yet, so no rate moves. The days leave room for a demo that grows some days old.
 */
const CASES: readonly Case[] = [
  { admittedDaysAgo: 1, from: "hospital", frailty: 7, trips: [] },
  {
    admittedDaysAgo: 48,
    from: "community",
    frailty: 5,
    trips: [
      { daysAgo: 22, outcome: "inpatient", backDaysAgo: 17 },
      { daysAgo: 4, outcome: "ed_only", backDaysAgo: 4 },
    ],
  },
  {
    admittedDaysAgo: 61,
    from: "other",
    frailty: 4,
    trips: [{ daysAgo: 3, outcome: "observation", backDaysAgo: 1 }],
  },
  {
    admittedDaysAgo: 97,
    from: "other",
    frailty: 2,
    trips: [{ daysAgo: 12, outcome: "ed_only", backDaysAgo: 12 }],
  },
  { admittedDaysAgo: 34, from: "community", frailty: 3, trips: [] },
];

/** A stay goes on for so long after the demo's day. */
const DAYS_TO_COME = 30;

/** Residents who show each rule of the page Today, whatever the day is that the demo is made for. */
export function makeCasesOfToday(making: Making): Resident[] {
  const { today } = making;
  return CASES.map(({ admittedDaysAgo, from, frailty, trips }) => {
    const person = newPerson(making, false);
    person.frailty_score = frailty;
    const days = { from: today - admittedDaysAgo, to: today + DAYS_TO_COME };
    addStay(making, person, days, from);
    for (const { daysAgo, outcome, backDaysAgo } of trips) {
      addTransfer(making, person, today - daysAgo, outcome);
      const transfer = person.transfers.at(-1);
      if (transfer) transfer.returned_on = today - backDaysAgo;
    }
    return person;
  });
}

/** A high-risk note of the last evening or night. */
export function notesOfCases(
  cases: readonly Resident[],
  { random }: Making,
  now: Date,
  lastId: number,
): NoteTable[] {
  return cases.slice(-1).map((resident) => ({
    ...makeNote(random, { resident, id: lastId + 1, lookback: 0, now }),
    high_risk: 1,
  }));
}

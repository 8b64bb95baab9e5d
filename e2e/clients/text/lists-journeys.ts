import type { TextJourney } from "./journeys";
import type { Reader } from "./reader";
import { wordsOf } from "./screen";
import { signInTo } from "./sign-in";

const HOME = "/company-overview";

/** What the names in the list of each level look like. */
const CHILDREN: [level: string, child: RegExp][] = [
  ["Division", /\w+ Region/],
  ["Region", /[\w ]+(?:Care|Center|Nursing|Rehab)\b/],
  ["Facility", /[A-Z]\w+,\s+(?:[A-Z]\w+|\d)/],
];

export const drillDown: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.see("Division List");
  await reader.follow(/\w+ Division/);
  for (const [level, child] of CHILDREN) {
    await reader.see(`${level} Profile`);
    await reader.keep(level.toLowerCase());
    await reader.follow(child);
  }
  await reader.see("Physician Profile");
  await reader.see("Patient List");
};

/** A frailty score and its band in a row of the list, after the days of care. */
const SCORE = / \d+ \d+ (High|Med|Low)\b/g;

export const frailty: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, "/", demo("demo-physician"));
  await reader.see("Patient List");
  const all = wordsOf(await reader.screen());
  const high = [...all.matchAll(SCORE)].filter(
    ([, band]) => band === "High",
  ).length;
  await reader.follow(/High\b/);
  await reader.see("Frailty: high");
  const shown = wordsOf(await reader.screen());
  const rows = [...shown.matchAll(SCORE)].map(([, band]) => band);
  if (rows.length !== high || rows.some((band) => band !== "High")) {
    throw new Error(`${high} of a high score are shown as ${rows.join()}`);
  }
};

/** Numbers of patients in the order of the list. */
async function patients(reader: Reader): Promise<number[]> {
  const screen = wordsOf(await reader.screen());
  const rows = [...screen.matchAll(/\w+ Division \d+ ([\d,]+) /g)];
  return rows.map(([, patients = ""]) => Number(patients.replaceAll(",", "")));
}

export const sort: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  const orders: number[][] = [];
  for (const direction of ["ascending", "descending"]) {
    await reader.see("Division List");
    await reader.follow(/Patients\b/);
    await reader.see(`Division List, sorted by Patients, ${direction}`);
    orders.push(await patients(reader));
  }
  const [up = [], down = []] = orders;
  const expected = [...up].sort((a, b) => a - b);
  if (
    up.length < 3 ||
    up.join() !== expected.join() ||
    down.join() !== up.reverse().join()
  ) {
    throw new Error(`sorted as ${up.join()} and ${down.join()}`);
  }
};

export const search: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, "/search", demo("demo-company"));
  await reader.see(/Search \d+ results/);
  await reader.fill("Search", "Amberlyn");
  await reader.follow("Search");
  await reader.see(/Results for .Amberlyn. 1 result\b/);
  await reader.keep("results");
  await reader.follow("Amberlyn Fold");
  await reader.see(/Facility Profile Amberlyn Fold Nursing Center/);
};

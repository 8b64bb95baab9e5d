import { awake, signInTo } from "../browsers/sign-in";
import { hearOnce, pressAt } from "./by-ear";
import type { ReaderJourney } from "./reader";

const HOME = "/company-overview";

export const drillDown: ReaderJourney = async (reader, { demo }) => {
  const { visitor } = reader;
  await signInTo(visitor, HOME, demo("demo-company"));
  await awake(visitor);
  for (const level of ["Division", "Region", "Facility"]) {
    await pressAt(reader, "#list tbody tr:first-child a", /link\.?$/);
    await hearOnce(reader, new RegExp(`^${level} Profile.* – Sojourn$`));
  }
};

export const frailty: ReaderJourney = async (reader, { demo }) => {
  const { visitor } = reader;
  await signInTo(visitor, "/", demo("demo-physician"));
  await awake(visitor);
  await pressAt(
    reader,
    'nav[aria-label="Frailty filter"] a[href*="high"]',
    /^High/,
  );
  await visitor.at(/frailty=high/);
  await hearOnce(reader, /^\d+ of \d+ patients, frailty High/);
  const said = await reader.readAll();
  const scores = said.filter((words) => /^\d+ (Low|Med|High)$/.test(words));
  if (scores.length === 0 || !scores.every((one) => one.endsWith("High"))) {
    throw new Error(`the list is read with ${scores.join()}`);
  }
};

export const sort: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, HOME, demo("demo-company"));
  await awake(visitor);
  const head = "#list th:nth-child(3) a";
  for (const direction of ["ascending", "descending"]) {
    // After a link has sorted, the focus is still on it, and it says nothing again.
    if (direction === "ascending") await pressAt(reader, head, /^Patients/);
    else await reader.pressKey("Return");
    await visitor.find(`#list th[aria-sort=${direction}]`);
    await hearOnce(reader, new RegExp(`^Division List, sorted.*${direction}`));
    ear.forget();
  }
};

export const search: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, "/search", demo("demo-company"));
  await awake(visitor);
  await pressAt(
    reader,
    "header input[name=q]",
    /^Search (editable )?combo box/,
    "c",
  );
  await reader.type("are");
  await ear.untilHeard(/\d+ results?/);
  ear.forget();
  await reader.pressKey("Down");
  await ear.untilHeard(/Care/);
  ear.forget();
  await reader.pressKey("Return");
  await hearOnce(reader, / – Sojourn$/);
};

export const afterHours: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  const path = "/reports/after-hours-patient-report/";
  await signInTo(visitor, path, demo("demo-region"));
  await awake(visitor);
  await ear.untilQuiet();
  await visitor.choose("Lookback", "72");
  ear.forget();
  await visitor.press(["button", "Submit"]);
  await visitor.at(/hours=72/);
  await hearOnce(reader, /notes from the last 72/);
  await pressAt(reader, "table tbody tr summary", /collapsed/);
  await ear.untilHeard(/^expanded$/);
};

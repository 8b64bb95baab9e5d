import type { TextJourney } from "./journeys";
import { signInTo } from "./sign-in";

const HOME = "/company-overview";

export const drillDown: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.see("Division List");
  await reader.follow("Estmarch");
  for (const level of ["Division", "Region", "Facility"]) {
    await reader.see(`${level} Profile`);
    await reader.keep(level.toLowerCase());
    await reader.followAfter(
      new RegExp(`\\bName\\s+(?:\\[\\d+\\])?[^\\n]*Patients[^\\n]*`),
    );
  }
  await reader.see("Physician Profile");
  await reader.see("Patient List");
};

export const frailty: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, "/", demo("demo-physician"));
  await reader.see("Patient List");
  await reader.followAfter(/Frailty\s+\W*High/);
  await reader.see(/\d+ of \d+ patients/);
};

export const sort: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.see("Division List");
  await reader.follow(/Patients\b/);
  await reader.asked(/sort/);
};

export const search: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, "/search", demo("demo-company"));
  await reader.fill("Search", "Estmarch");
  await reader.follow("Search");
  await reader.see("Results for");
};

import { FIGURE_NAMES } from "../../support/figure-names";
import type { TextJourney } from "./journeys";
import type { Reader } from "./reader";
import { savedFile } from "../saved-file";
import { signInTo } from "./sign-in";

const HOME = "/company-overview";
const DAY_MS = 86_400_000;

/** A figure stands under its name; lynx says before it what its button does. */
function figureOf(name: string): RegExp {
  const source = name.replaceAll(/[/%]/g, "\\$&");
  return new RegExp(`${source} (?:\\(Inspect\\) )?([\\d,.]+)( / [\\d.]+ ?%)?`);
}

async function figure(reader: Reader, name: string): Promise<number> {
  const [, text = ""] = await reader.see(figureOf(name));
  return Number(text.replaceAll(",", ""));
}

const GRAPHS = [
  "30 Day RTH",
  "30 Day OP Ed Visits",
  "Hosp/1000 Days of Care",
  "ED/1000 Days of Care",
  "ADM/1000 LT Pt. Months",
];

export const overview: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.see(/Company Overview.*Data is accurate as of \d\d:\d\d/);
  for (const name of FIGURE_NAMES) {
    if ((await figure(reader, name)) <= 0)
      throw new Error(`${name} is nothing`);
  }
  await reader.see(/Division List.*Name.*Patients/);
  for (const name of GRAPHS) {
    await reader.see(new RegExp(`${name} .*? Mean [\\d.]+%?\\. .*?Data table`));
  }
  await reader.miss(/loading|\[object|function \(|undefined|<\//i);
};

export const dates: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  const patients = await figure(reader, "Patient count");
  const to = await reader.valueOf("To Date");
  const from = new Date(Date.parse(to) - 30 * DAY_MS).toISOString();
  const [year, month, day] = from.slice(0, 10).split("-");
  await reader.fill("From Date", from.slice(0, 10));
  await reader.choose("ISNP", "ISNP Patients Only");
  await reader.follow("Submit");
  await reader.see(
    new RegExp(`From Date ${month}/${day}/${year} · .* · ISNP Patients Only`),
  );
  if ((await figure(reader, "Patient count")) >= patients) {
    throw new Error("ISNP patients are as many as all");
  }
  const kept = await reader.valueOf("From Date");
  if (kept !== from.slice(0, 10)) {
    throw new Error(`the From Date was not kept, but '${kept}'`);
  }
};

export const inspector: TextJourney = async (reader, { demo, folder }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  const rows = await figure(reader, "Patient count");
  await reader.followAfter("Patient count");
  await reader.see("How it is worked out");
  await reader.see(/Applied filters \W*Company: /);
  await reader.keep("inspector");
  await reader.download("Export metric data");
  const { name, content } = await savedFile(folder, ".csv");
  const lines = content.toString("utf8").trim().split("\r\n");
  if (lines.length !== rows + 1) {
    throw new Error(`${lines.length - 1} rows are in ${name}, not ${rows}`);
  }
  await reader.follow("Close");
  await reader.gone("How it is worked out");
};

export const graph: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.followBelow("Hosp/1000 Days of Care", "Full screen");
  await reader.see(/Hosp\/1000 Days of Care.*Close/);
  await reader.see(/12 months to .*Outside limits.*Rate per 1,000/);
  await reader.keep("full-screen");
  await reader.follow("Month over month");
  await reader.see(
    /Hosp\/1000 Days of Care, month by month .*Month Outside limits/,
  );
  await reader.follow("Close");
  await reader.gone(", month by month");
  await reader.see(/Hosp\/1000 Days of Care .*? in [A-Z][a-z]+\. Mean /);
};

export const quality: TextJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.follow("Real-Time Hospitalization Metrics");
  await reader.see(/Total \d+ out of 600/);
  await reader.keep("score");
  await reader.follow("OK");
  await reader.gone(/Total \d+ out of 600/);
};

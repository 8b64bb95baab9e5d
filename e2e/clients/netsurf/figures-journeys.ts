import { FIGURE_NAMES } from "../../support/figure-names";
import { signInTo } from "./sign-in-journeys";
import type { NetsurfJourney } from "./netsurf";

const HOME = "/company-overview";
const DAY_MS = 86_400_000;

/** The figure of the card as it is written, behind its label: '10,899'. */
function figure(text: string, label: string): string {
  return new RegExp(`${label} ([\\d,]+)`).exec(text)?.[1] ?? "";
}

function numberOf(written: string): number {
  return Number(written.replaceAll(",", ""));
}

export const overview: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  const text = await reader.see(/Data is accurate as of.*Powered by/);
  await reader.picture("overview");
  const nothing = FIGURE_NAMES.filter(
    (label) => !/[1-9]/.test(figure(text, label)),
  );
  if (nothing.length > 0) throw new Error(`no figure of ${nothing.join(", ")}`);
  await reader.see(/18 months, mean [\d.]+%/);
  for (const words of ["General", "Division List", "30 Day RTH"]) {
    await reader.spotted(words);
    await reader.picture(words.toLowerCase().replaceAll(" ", "-"));
  }
};

export const dates: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  const before = figure(await reader.see("Days of care"), "Days of care");
  const from = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
  await reader.fill("From Date", from);
  await reader.choose("ISNP", 2);
  await reader.picture("filters");
  await reader.press("Submit");
  await reader.asked(new RegExp(`isnp=true.*startDate=${from}`));
  const after = figure(await reader.see("Days of care"), "Days of care");
  if (numberOf(after) <= 0 || numberOf(after) >= numberOf(before) / 6) {
    throw new Error(`days of care were ${before}, and are ${after}`);
  }
};

export const inspector: NetsurfJourney = async (reader, stage) => {
  await signInTo(reader, HOME, stage.demo("demo-company"));
  const text = await reader.see("Patient count");
  const patients = figure(text, "Patient count");
  await reader.press(patients);
  await reader.asked(/inspect=patient_count/);
  await reader.see("How it is worked out");
  await reader.picture("inspector");
  await reader.press("Export metric data");
  const file = await reader.save(".csv");
  const rows = file.toString("utf8").trim().split("\r\n").length - 1;
  if (rows !== numberOf(patients)) {
    throw new Error(`${rows} rows were saved, not ${patients}`);
  }
};

export const graph: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.press("Full screen");
  await reader.asked(/graph=rth_30/);
  await reader.see(", month by month");
  await reader.picture("full-screen");
  await reader.press("Month over month");
  await reader.asked(/mom=rth_30/);
  await reader.see(", month by month");
  await reader.press("Close");
  await reader.asked(/^GET \/company-overview\?(?!.*graph=)/);
  await reader.see("Division List");
};

export const quality: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, HOME, demo("demo-company"));
  await reader.press("Real-Time Hospitalization Metrics");
  await reader.see(/Total \d+ out of 600/);
  await reader.picture("quality");
  await reader.press("OK");
  await reader.see("Division List");
};

import { setTimeout as wait } from "node:timers/promises";
import type { TextJourney } from "./journeys";
import type { Reader } from "./reader";
import { savedFile } from "../saved-file";
import { numberOf } from "./screen";
import { signInTo } from "./sign-in";

const LOOK_AGAIN_MS = 2_000;

export const afterHours: TextJourney = async (reader, { demo }) => {
  const path = "/reports/after-hours-patient-report/";
  await signInTo(reader, path, demo("demo-region"));
  await reader.choose("Lookback", "Last 72 hours");
  await reader.follow("Submit");
  await reader.see(/[\d,]+ notes from the last 72/);
};

const LIST = "/reports/cms-qies-reports";
const REPORT = "MDS 3.0 Missing Assessment";
/** As far as a link to it goes on one line of a narrow column. */
const ITS_LINK = "MDS 3.0 Missing";
const MADE_WITHIN_MS = 60_000;

/** The file of a report is a link as soon as there is one. */
async function untilItIsMade(reader: Reader): Promise<void> {
  const end = Date.now() + MADE_WITHIN_MS;
  while (numberOf(await reader.screen(), ITS_LINK) === null) {
    if (Date.now() > end) throw new Error("the report was not made");
    await reader.reload();
    await wait(LOOK_AGAIN_MS);
  }
}

export const cms: TextJourney = async (reader, { demo, folder }) => {
  await signInTo(reader, LIST, demo("demo-facility"));
  await reader.follow("Request");
  await reader.see("Request CMS Report");
  await reader.choose("Report type", REPORT);
  await reader.follow("Submit request");
  await reader.see("New report requested successfully");
  await untilItIsMade(reader);
  await reader.download(ITS_LINK);
  const { name, content } = await savedFile(folder, ".pdf");
  // ELinks writes no spaces into names.
  if (!name.replaceAll("_", " ").includes(REPORT))
    throw new Error(`${name} is another report`);
  const text = content.toString("latin1");
  if (!text.startsWith("%PDF-") || !text.trimEnd().endsWith("%%EOF")) {
    throw new Error(`${name} is no PDF`);
  }
};

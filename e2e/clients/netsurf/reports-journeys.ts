import { signInTo } from "./sign-in-journeys";
import type { NetsurfJourney } from "./netsurf";

const CMS = "/reports/cms-qies-reports";

export const afterHours: NetsurfJourney = async (reader, { demo }) => {
  const path = "/reports/after-hours-patient-report/";
  await signInTo(reader, path, demo("demo-region"));
  await reader.choose("Lookback", 3);
  await reader.press("Submit");
  await reader.asked(/hours=(48|72)/);
  await reader.see(/[\d,]+ notes from the last (48|72)/);
  await reader.spotted("Patient notes");
  await reader.picture("notes");
  await reader.press("this?");
  await reader.asked(/help/);
  await reader.press("OK");
  await reader.see("Patient notes");
};

export const cms: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, CMS, demo("demo-facility"));
  await reader.picture("list");
  await reader.press("Request CMS Report");
  await reader.see("Submit request");
  await reader.picture("request");
  await reader.choose("Report type", 7);
  await reader.picture("chosen");
  await reader.press("Show fields");
  await reader.see("Start date");
  // The words are first in the summary of what is missing.
  await reader.fill("Start date", "2026-08-01", { nth: 2 });
  await reader.picture("fields");
  await reader.press("Submit request");
  await reader.see("New report requested successfully");
  await reader.until("finished report", async () => {
    await reader.press("Refresh");
    return /requested, descending.{0,500}?\.pdf/i.test(await reader.text());
  });
  await reader.press(".pdf");
  const file = (await reader.save(".pdf")).toString("latin1");
  if (!file.startsWith("%PDF-") || !file.trimEnd().endsWith("%%EOF")) {
    throw new Error("the file that was saved is no PDF");
  }
};

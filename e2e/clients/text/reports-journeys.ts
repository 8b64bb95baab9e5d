import type { TextJourney } from "./journeys";
import { savedFile } from "./saved-file";
import { signInTo } from "./sign-in";

export const afterHours: TextJourney = async (reader, { demo }) => {
  const path = "/reports/after-hours-patient-report/";
  await signInTo(reader, path, demo("demo-region"));
  await reader.choose("Lookback", "Last 72 hours");
  await reader.follow("Submit");
  await reader.see(/[\d,]+ notes from the last 72/);
};

export const cms: TextJourney = async (reader, { demo, folder }) => {
  await signInTo(reader, "/reports/cms-qies-reports", demo("demo-facility"));
  await reader.follow("Request");
  await reader.see("Request CMS Report");
  await reader.choose("Report type", "MDS 3.0 Missing Assessment");
  await reader.follow("Submit request");
  await reader.see("New report requested successfully");
  await reader.see("Requested");
  await reader.download("Download");
  const { name, content } = await savedFile(folder, ".pdf");
  const text = content.toString("latin1");
  if (!text.startsWith("%PDF-") || !text.trimEnd().endsWith("%%EOF")) {
    throw new Error(`${name} is no PDF`);
  }
};

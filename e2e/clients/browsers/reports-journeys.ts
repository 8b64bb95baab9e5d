import type { BrowserJourney } from "./browser-client";
import { savedFile } from "../saved-file";
import { awake, signInTo } from "./sign-in";

const CMS = "/reports/cms-qies-reports";

/** The file of the request that was made last: there as soon as it is made, without a reload. */
const NEWEST = 'tbody tr:first-child a[href*="/cms-report-file/"]';
const MADE_WITHIN_MS = 90_000;

export const afterHours: BrowserJourney = async (visitor, { demo }) => {
  const path = "/reports/after-hours-patient-report/";
  await signInTo(visitor, path, demo("demo-region"));
  await awake(visitor);
  await visitor.choose("Lookback", "72");
  await visitor.press(["button", "Submit"]);
  await visitor.at(/hours=72/);
  await visitor.see(/[\d,]+ notes from the last 72/);
  await visitor.press("table tbody tr summary");
  await visitor.find("table tbody tr .note-text");
  await visitor.press(["link", "What's this?"]);
  await visitor.find("#help[role=dialog]");
  await visitor.press(["link", "OK"]);
  await visitor.miss("#help");
};

export const cms: BrowserJourney = async (visitor, { demo, downloads }) => {
  await signInTo(visitor, CMS, demo("demo-facility"));
  await awake(visitor);
  await visitor.press("#request-cms-report");
  await visitor.find(["heading", "Request CMS Report"]);
  // Scripts show the fields of a report by themselves, and then have no button for it.
  await visitor.miss(["button", "Show fields"]);
  await visitor.choose("Report type", "MDS 3.0 Missing Assessment");
  await visitor.press(["button", "Submit request"]);
  await visitor.see("New report requested successfully");
  await visitor.find(NEWEST, MADE_WITHIN_MS);
  await visitor.press(NEWEST);
  const { content } = await savedFile(downloads, ".pdf");
  const text = content.toString("latin1");
  if (!text.startsWith("%PDF-") || !text.trimEnd().endsWith("%%EOF")) {
    throw new Error("the file that was saved is no PDF");
  }
};

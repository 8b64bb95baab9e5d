import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chartFaults } from "../../support/chart-geometry";
import { awake, signInTo, type Journey } from "./sign-in";
import type { Visitor } from "./visitor";

const HOME = "/company-overview";
const DAY_MS = 86_400_000;

const WITHIN_MS = 20_000;
const GROWS_WITHIN_MS = 1_500;

/** The text of the file that the browser has saved into the folder, as soon as it does not grow any more. */
async function savedFile(folder: string, ending: string): Promise<string> {
  const until = Date.now() + WITHIN_MS;
  let before = "";
  for (;;) {
    const names = readdirSync(folder, { recursive: true }).map(String);
    const name = names.find((one) => one.endsWith(ending));
    const text = name ? readFileSync(path.join(folder, name), "utf8") : "";
    if (text && text === before) return text;
    if (Date.now() > until) {
      throw new Error(`no ${ending} was saved, only [${names.join(", ")}]`);
    }
    before = text;
    await wait(GROWS_WITHIN_MS);
  }
}

/** The first number of a figure of the card: 1857 of '1,857 / 23.94%'. */
async function figure(visitor: Visitor, tag: string): Promise<number> {
  const text = await visitor.textOf(`#open-inspect-${tag}`);
  return Number(/[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}

/** What is in force on a page, over its filters. */
export const FILTERS = ".filters > summary";

/** A panel over the page, which is a dialog once scripts have made it one. */
const DIALOG = "#panel[role=dialog]";

export const dates: Journey = async (visitor) => {
  await signInTo(visitor, HOME, "demo-company");
  await awake(visitor);
  const patients = await figure(visitor, "patient_count");
  const days = await figure(visitor, "days_of_care");
  await visitor.press(FILTERS);
  const to = await visitor.valueOf("To Date");
  const from = new Date(Date.parse(to) - 30 * DAY_MS)
    .toISOString()
    .slice(0, 10);
  await visitor.fill("From Date", from);
  await visitor.choose("ISNP", "ISNP Patients Only");
  await visitor.press(["button", "Submit"]);
  await visitor.at(new RegExp(`isnp=true.*startDate=${from}`));
  await visitor.until(
    "figures of fewer days",
    (before) => {
      const button = document.getElementById("open-inspect-days_of_care");
      const text = button?.textContent ?? "";
      return Number(text.replace(/\D/g, "")) < before;
    },
    days,
  );
  if ((await figure(visitor, "patient_count")) >= patients) {
    throw new Error("ISNP patients are as many as all");
  }
  await visitor.press(FILTERS);
  if ((await visitor.valueOf("From Date")) !== from) {
    throw new Error("the From Date was not kept");
  }
};

export const inspector: Journey = async (visitor, { downloads }) => {
  await signInTo(visitor, HOME, "demo-company");
  await awake(visitor);
  const rows = await figure(visitor, "patient_count");
  await visitor.press("#open-inspect-patient_count");
  await visitor.find(DIALOG);
  await visitor.at(/inspect=patient_count/);
  await visitor.see("How it is worked out");
  await visitor.press(["link", "Export metric data"]);
  const lines = (await savedFile(downloads, ".csv")).trim().split("\r\n");
  if (lines.length !== rows + 1) {
    throw new Error(`${lines.length - 1} rows were saved, not ${rows}`);
  }
  await visitor.pressKey("Escape");
  await visitor.miss(DIALOG);
  await visitor.until(
    "focus on the figure again",
    () => document.activeElement?.id === "open-inspect-patient_count",
  );
};

export const graph: Journey = async (visitor) => {
  await signInTo(visitor, HOME, "demo-company");
  await awake(visitor);
  await visitor.press("#open-graph-hosp_1000");
  await visitor.find(DIALOG);
  await visitor.at(/graph=hosp_1000/);
  await visitor.until(
    "chart to explore",
    () => document.querySelector("#panel .apexcharts-svg") !== null,
  );
  await visitor.picture("full-screen");
  await visitor.press(["link", /^Month over month/, "#panel"]);
  await visitor.at(/mom=hosp_1000/);
  await visitor.find('#panel .sheet-actions a[href*="mom=hosp_1000"]');
  await visitor.press(["link", "Close", "#panel"]);
  await visitor.miss(DIALOG);
  await visitor.find(
    'svg[aria-label="Hosp/1000 Days of Care control chart, Month over month"]',
  );
};

const PLACES = {
  overview: "",
  huddle: "?view=huddle",
  comparison: "?compare=rth",
  "full-screen": "?graph=hosp_1000",
  "full-screen-months": "?mom=rth_30&graph=rth_30",
};

/** Measured, not compared picture by picture: engines draw letters each in its own way. */
export const charts: Journey = async (visitor) => {
  await signInTo(visitor, "/company-overview", "demo-company");
  const faults: string[] = [];
  for (const [name, query] of Object.entries(PLACES)) {
    await visitor.open(`/company-overview${query}`);
    await awake(visitor);
    if (query.includes("graph=")) await visitor.find("#panel .apexcharts-svg");
    await visitor.until(
      "chart",
      () => document.querySelectorAll("svg text").length > 0,
    );
    await visitor.until(
      "page without a scroll to the side",
      () => document.documentElement.scrollWidth <= innerWidth,
    );
    await visitor.picture(name);
    const found = await visitor.run(chartFaults);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  if (faults.length > 0) {
    throw new Error(
      `${faults.length} faults, first ${faults.slice(0, 4).join("; ")}`,
    );
  }
};

export const search: Journey = async (visitor) => {
  await signInTo(visitor, "/search", "demo-company");
  await awake(visitor);
  const name = await visitor.textOf('main a[href*="/facility-profile/"]');
  await visitor.press("header input[name=q]");
  await visitor.fill(/Search/, name.slice(0, 7));
  await visitor.find("[role=listbox] [role=option]");
  await visitor.pressKey("Enter");
  await visitor.at(/^\/search\?q=/);
  await visitor.find(["heading", /^Results for/]);
  await visitor.press('main a[href*="/facility-profile/"]');
  await visitor.find(["heading", /^Facility Profile/]);
  // The stars are a part of their own, which comes late.
  await visitor.see("CMS 5 Star Ratings");
};

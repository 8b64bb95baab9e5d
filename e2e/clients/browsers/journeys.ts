import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PASSWORD } from "../../support/accounts";
import { chartFaults } from "../../support/chart-geometry";
import type { Line } from "../line";
import type { EngineFolders } from "./engine";
import type { Visitor } from "./visitor";

/** What a browser goes through: `line` is between it and the portal, with its faults, and whole before each journey. */
export type Journey = (
  visitor: Visitor,
  stage: EngineFolders & { line: Line },
) => Promise<void>;

async function submitLogin(visitor: Visitor, username: string): Promise<void> {
  await visitor.fill("Username", username);
  await visitor.fill("Password", PASSWORD);
  await visitor.press(["button", "Login"]);
}

/** Waits until scripts have taken the page over: its session clock runs then. */
async function awake(visitor: Visitor, withinMs?: number): Promise<void> {
  await visitor.find('html[data-clock="running"] body', withinMs);
}

/** Opens a page as somebody who has to log in first, and comes to it. */
async function signInTo(
  visitor: Visitor,
  path: string,
  username: string,
): Promise<void> {
  await visitor.open(path);
  await visitor.at(/^\/login/);
  await submitLogin(visitor, username);
  await visitor.at(new RegExp(`^${path.replace("?", "\\?")}`));
}

/** The name of a user whom nobody else makes. */
function newName(): string {
  return `cleo-${Date.now()}`;
}

const HOME = "/company-overview";

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
const FILTERS = ".filters > summary";

/** A panel over the page, which is a dialog once scripts have made it one. */
const DIALOG = "#panel[role=dialog]";

const inspector: Journey = async (visitor, { downloads }) => {
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

const graph: Journey = async (visitor) => {
  await signInTo(visitor, HOME, "demo-company");
  await awake(visitor);
  await visitor.press("#open-graph-hosp_1000");
  await visitor.find(DIALOG);
  await visitor.at(/graph=hosp_1000/);
  await visitor.until(
    "chart to explore",
    () => document.querySelector("#panel .apexcharts-svg") !== null,
  );
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
const charts: Journey = async (visitor) => {
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
    const found = await visitor.run(chartFaults);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  if (faults.length > 0) {
    throw new Error(
      `${faults.length} faults, first ${faults.slice(0, 4).join("; ")}`,
    );
  }
};

const search: Journey = async (visitor) => {
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

/** Opens the form of a new user, which is a dialog once scripts have made it one, and fills it in. */
async function fillNewUser(visitor: Visitor, username: string): Promise<void> {
  await visitor.miss(["button", "Show the choices"]);
  await visitor.fill("Username", username);
  await visitor.fill("First name", "Cleo");
  await visitor.fill("Last name", "Ray");
  await visitor.choose("Access level", "company");
}

async function fillNewPassword(visitor: Visitor): Promise<void> {
  await visitor.fill("Password", "First-Secret-1");
  await visitor.fill("Confirm password", "First-Secret-1");
}

const users: Journey = async (visitor) => {
  const username = newName();
  await signInTo(visitor, `/users?q=${username}`, "demo-accounts");
  await awake(visitor);
  await visitor.press(["link", "Add User"]);
  await visitor.find(["heading", "Add User"]);
  await fillNewUser(visitor, username);
  await fillNewPassword(visitor);
  await visitor.press(["button", "Create user"]);
  await visitor.see("User created successfully");
  await visitor.press(["link", `Edit ${username}`]);
  await visitor.find(["heading", "Edit User"]);
  await visitor.miss(["button", "Show the choices"]);
  await visitor.fill("Last name", "Rayne");
  await visitor.press(["button", "Save changes"]);
  await visitor.see("User updated successfully");
  await visitor.see("Rayne");
  await visitor.press(["link", `Delete ${username}`]);
  await visitor.find("#delete-user[role=dialog]");
  await visitor.press(["button", "Delete user"]);
  await visitor.see("User deleted successfully");
  await visitor.see("No results found for this search.");
};

/** In the address, it makes a page leave after a minute as if nobody had used it for fourteen more. */
const SHORT_SESSION = "timemeoutnow=1";

const ENDS_WITHIN_MS = 90_000;

/** Scripts come one after the other, each of them late. */
const SLOW_WITHIN_MS = 60_000;

const sessionEnd: Journey = async (visitor) => {
  const username = newName();
  await signInTo(visitor, "/users", "demo-accounts");
  await visitor.open(`/users/add?${SHORT_SESSION}`);
  await awake(visitor);
  await fillNewUser(visitor, username);
  await visitor.see("Do you want to stay logged in?");
  await visitor.at(/^\/login/, ENDS_WITHIN_MS);
  await visitor.see("Your session has ended. Please log in again.");
  await submitLogin(visitor, "demo-accounts");
  await visitor.at(/^\/users\/add/);
  await visitor.see(/We put back what you had typed/);
  const kept = [];
  for (const label of ["Username", "First name", "Last name"]) {
    kept.push(await visitor.valueOf(label));
  }
  if (kept.join() !== `${username},Cleo,Ray`) {
    throw new Error(`of what was typed there is only '${kept.join()}'`);
  }
};

const offline: Journey = async (visitor, { line }) => {
  const username = newName();
  await signInTo(visitor, `/users/add`, "demo-accounts");
  await awake(visitor);
  await fillNewUser(visitor, username);
  await fillNewPassword(visitor);
  await line.cut();
  await visitor.press(["button", "Create user"]);
  await visitor.see(/Not sent: no connection/);
  const kept = await visitor.valueOf("Username");
  if (kept !== username) throw new Error(`the form has '${kept}'`);
  await line.mend();
  await visitor.press(["button", "Try again", "form [role=alert]"]);
  await visitor.see("User created successfully");
};

/** Everything that a page is for works where its scripts do not come. */
const scriptsRefused: Journey = async (visitor, { line }) => {
  line.setFault("scripts refused");
  await signInTo(visitor, HOME, "demo-company");
  await visitor.find(["heading", /^Company Overview/]);
  await visitor.press(FILTERS);
  await visitor.choose("ISNP", "ISNP Patients Only");
  await visitor.press(["button", "Submit"]);
  await visitor.at(/isnp=true/);
  await visitor.press("#open-inspect-rth");
  await visitor.at(/inspect=rth/);
  await visitor.see("How it is worked out");
  await visitor.press("#open-quality-short");
  await visitor.see(/Total \d+ out of 600/);
  await visitor.press("#list tbody tr:first-child a");
  await visitor.find(["heading", /^Division Profile/]);
};

const scriptsSlow: Journey = async (visitor, { line }) => {
  line.setFault("scripts slow");
  await signInTo(visitor, HOME, "demo-company");
  await visitor.find(["heading", /^Company Overview/]);
  await visitor.press("#open-inspect-rth");
  await visitor.at(/inspect=rth/);
  await visitor.see("How it is worked out");
  await awake(visitor, SLOW_WITHIN_MS);
  await visitor.find("#panel[role=dialog]");
  await visitor.pressKey("Escape");
  await visitor.miss("#panel");
  await visitor.find(["heading", /^Company Overview/]);
};

/** By the name that `--journey=` has. */
export const JOURNEYS: Record<string, Journey> = {
  inspector,
  graph,
  charts,
  search,
  users,
  "session-end": sessionEnd,
  offline,
  "scripts-refused": scriptsRefused,
  "scripts-slow": scriptsSlow,
};

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PASSWORD } from "../../support/accounts";
import { chartFaults } from "../../support/chart-geometry";
import type { Line } from "../line";
import type { Visitor } from "./visitor";

/** The line between browser and portal has no fault when a journey begins. */
export type Journey = (
  visitor: Visitor,
  stage: { downloads: string; line: Line },
) => Promise<void>;

async function submitLogin(visitor: Visitor, username: string): Promise<void> {
  await visitor.fill("Username", username);
  await visitor.fill("Password", PASSWORD);
  await visitor.press(["button", "Login"]);
}

/** Waits for hydration, which starts the session clock. */
async function hydrated(visitor: Visitor): Promise<void> {
  await visitor.find('html[data-clock="running"] body');
}

/** Opens a page, logs in, and waits for the page. */
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

/** Returns a username that no other journey creates. */
function newName(): string {
  return `cleo-${Date.now()}`;
}

const HOME = "/company-overview";

const WITHIN_MS = 20_000;
const GROWS_WITHIN_MS = 1_500;

/** Returns the text of a saved file once it stops growing. */
async function savedFile(folder: string, ending: string): Promise<string> {
  const until = Date.now() + WITHIN_MS;
  let before = "";
  for (;;) {
    const names = readdirSync(folder, { recursive: true }).map(String);
    const name = names.find((one) => one.endsWith(ending));
    const text = name ? readFileSync(path.join(folder, name), "utf8") : "";
    if (text && text === before) return text;
    assert(Date.now() < until, `no ${ending} among [${names.join(", ")}]`);
    before = text;
    await wait(GROWS_WITHIN_MS);
  }
}

/** Returns the first number of a figure: 1857 of '1,857 / 23.94%'. */
async function figure(visitor: Visitor, tag: string): Promise<number> {
  const text = await visitor.textOf(`#open-inspect-${tag}`);
  return Number(/[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}

/** The panel has the role once it is hydrated. */
const DIALOG = "#panel[role=dialog]";

const inspector: Journey = async (visitor, { downloads }) => {
  await signInTo(visitor, HOME, "demo-company");
  await hydrated(visitor);
  const rows = await figure(visitor, "patient_count");
  await visitor.press("#open-inspect-patient_count");
  await visitor.find(DIALOG);
  await visitor.at(/inspect=patient_count/);
  await visitor.see("How it is worked out");
  await visitor.press(["link", "Export metric data"]);
  const lines = (await savedFile(downloads, ".csv")).trim().split("\r\n");
  assert.equal(lines.length - 1, rows);
  await visitor.pressKey("Escape");
  await visitor.miss(DIALOG);
  await visitor.until(
    "focus back on the figure",
    () => document.activeElement?.id === "open-inspect-patient_count",
  );
};

const graph: Journey = async (visitor) => {
  await signInTo(visitor, HOME, "demo-company");
  await hydrated(visitor);
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

/** Measures, because each engine draws letters its own way and pictures differ. */
const charts: Journey = async (visitor) => {
  await signInTo(visitor, HOME, "demo-company");
  const faults: string[] = [];
  for (const [name, query] of Object.entries(PLACES)) {
    await visitor.open(HOME + query);
    await hydrated(visitor);
    if (query.includes("graph=")) await visitor.find("#panel .apexcharts-svg");
    await visitor.until(
      "chart",
      () => document.querySelectorAll("svg text").length > 0,
    );
    await visitor.until(
      "page without horizontal scrolling",
      () => document.documentElement.scrollWidth <= innerWidth,
    );
    const found = await visitor.run(chartFaults);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  assert(faults.length === 0, faults.join("; "));
};

const search: Journey = async (visitor) => {
  await signInTo(visitor, "/search", "demo-company");
  await hydrated(visitor);
  const name = await visitor.textOf('main a[href*="/facility-profile/"]');
  await visitor.press("header input[name=q]");
  await visitor.fill(/Search/, name.slice(0, 7));
  await visitor.find("[role=listbox] [role=option]");
  await visitor.pressKey("Enter");
  await visitor.at(/^\/search\?q=/);
  await visitor.find(["heading", /^Results for/]);
  await visitor.press('main a[href*="/facility-profile/"]');
  await visitor.find(["heading", /^Facility Profile/]);
  // The stars stream in after the page.
  await visitor.see("CMS 5 Star Ratings");
};

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
  await hydrated(visitor);
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

/** With this query, a page ends the session after one idle minute instead of fifteen. */
const SHORT_SESSION = "timemeoutnow=1";

const sessionEnd: Journey = async (visitor) => {
  visitor.withinMs = 90_000;
  const username = newName();
  await signInTo(visitor, "/users", "demo-accounts");
  await visitor.open(`/users/add?${SHORT_SESSION}`);
  await hydrated(visitor);
  await fillNewUser(visitor, username);
  await visitor.see("Do you want to stay logged in?");
  await visitor.at(/^\/login/);
  await visitor.see("Your session has ended. Please log in again.");
  await submitLogin(visitor, "demo-accounts");
  await visitor.at(/^\/users\/add/);
  await visitor.see(/We put back what you had typed/);
  const kept = [];
  for (const label of ["Username", "First name", "Last name"]) {
    kept.push(await visitor.valueOf(label));
  }
  assert.equal(kept.join(), `${username},Cleo,Ray`);
};

const offline: Journey = async (visitor, { line }) => {
  const username = newName();
  await signInTo(visitor, "/users/add", "demo-accounts");
  await hydrated(visitor);
  await fillNewUser(visitor, username);
  await fillNewPassword(visitor);
  await line.cut();
  await visitor.press(["button", "Create user"]);
  await visitor.see(/Not sent: no connection/);
  assert.equal(await visitor.valueOf("Username"), username);
  await line.mend();
  await visitor.press(["button", "Try again", "form [role=alert]"]);
  await visitor.see("User created successfully");
};

const scriptsRefused: Journey = async (visitor, { line }) => {
  line.setFault("scripts refused");
  await signInTo(visitor, HOME, "demo-company");
  await visitor.find(["heading", /^Company Overview/]);
  await visitor.press(".filters > summary");
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
  visitor.withinMs = 60_000;
  await signInTo(visitor, HOME, "demo-company");
  await visitor.find(["heading", /^Company Overview/]);
  await visitor.press("#open-inspect-rth");
  await visitor.at(/inspect=rth/);
  await visitor.see("How it is worked out");
  await hydrated(visitor);
  await visitor.find(DIALOG);
  await visitor.pressKey("Escape");
  await visitor.miss("#panel");
  await visitor.find(["heading", /^Company Overview/]);
};

/** The names are those of `--journey=`. */
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

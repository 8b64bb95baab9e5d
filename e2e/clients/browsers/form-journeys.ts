import { FILTERS } from "./figures-journeys";
import { awake, newName, signInTo, submitLogin, type Journey } from "./sign-in";
import type { Visitor } from "./visitor";

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

export const users: Journey = async (visitor) => {
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

const HOME = "/company-overview";

/** In the address, it makes a page leave after a minute as if nobody had used it for fourteen more. */
const SHORT_SESSION = "timemeoutnow=1";

const ENDS_WITHIN_MS = 90_000;

/** Scripts come one after the other, each of them late. */
const SLOW_WITHIN_MS = 60_000;

export const sessionEnd: Journey = async (visitor) => {
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

export const offline: Journey = async (visitor, { line }) => {
  const username = newName();
  await signInTo(visitor, `/users/add`, "demo-accounts");
  await awake(visitor);
  await fillNewUser(visitor, username);
  await fillNewPassword(visitor);
  await line.cut();
  await visitor.press(["button", "Create user"]);
  await visitor.see(/Not sent: no connection/);
  await visitor.picture("cut");
  const kept = await visitor.valueOf("Username");
  if (kept !== username) throw new Error(`the form has '${kept}'`);
  await line.mend();
  await visitor.press(["button", "Try again", "form [role=alert]"]);
  await visitor.see("User created successfully");
};

/** Everything that a page is for works where its scripts do not come. */
export const scriptsRefused: Journey = async (visitor, { line }) => {
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

export const scriptsSlow: Journey = async (visitor, { line }) => {
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

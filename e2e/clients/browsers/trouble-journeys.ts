import type { BrowserJourney } from "./browser";
import { FILTERS } from "./figures-journeys";
import { awake, newName, signInTo, submitLogin } from "./sign-in";
import { fillNewPassword, fillNewUser } from "./users-journey";

const HOME = "/company-overview";

/** In the address, it makes a page leave after a minute as if nobody had used it for fourteen more. */
const SHORT_SESSION = "timemeoutnow=1";

const ENDS_WITHIN_MS = 90_000;

/** Scripts come one after the other, each of them late. */
const SLOW_WITHIN_MS = 60_000;

export const sessionEnd: BrowserJourney = async (visitor, { demo }) => {
  const username = newName();
  const user = demo("demo-accounts");
  await signInTo(visitor, "/users", user);
  await visitor.open(`/users/add?${SHORT_SESSION}`);
  await awake(visitor);
  await fillNewUser(visitor, username);
  await visitor.see("Do you want to stay logged in?");
  await visitor.at(/^\/login/, ENDS_WITHIN_MS);
  await visitor.see("Your session has ended. Please log in again.");
  await submitLogin(visitor, user);
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

export const offline: BrowserJourney = async (visitor, { demo, line }) => {
  const username = newName();
  await signInTo(visitor, `/users/add`, demo("demo-accounts"));
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
export const scriptsRefused: BrowserJourney = async (
  visitor,
  { demo, line },
) => {
  line.setFault("scripts refused");
  await signInTo(visitor, HOME, demo("demo-company"));
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

export const scriptsSlow: BrowserJourney = async (visitor, { demo, line }) => {
  line.setFault("scripts slow");
  await signInTo(visitor, HOME, demo("demo-company"));
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

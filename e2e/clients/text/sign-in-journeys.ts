import type { TextJourney } from "./journeys";
import type { Reader } from "./reader";
import { signInTo, submitLogin } from "./sign-in";

const WANTED = "Another-2026";
const REFUSED = "The username or password is not correct.";
const HOME = /Company Overview.*Data is accurate as of/;

export const wrongLogin: TextJourney = async (reader, { demo }) => {
  await submitLogin(reader, { ...demo("demo-division"), password: "wrong" });
  await reader.see(/There is a problem \W*The username or password is not/);
  await reader.miss(/401|Authorization|Unauthorized/i);
  const [name, secret] = [
    await reader.valueOf("Username"),
    await reader.valueOf("Password"),
  ];
  if (name !== "demo-division" || secret !== "") {
    throw new Error(`the form has '${name}' and '${secret}'`);
  }
};

export const login: TextJourney = async (reader, { demo }) => {
  await reader.see("Welcome");
  await reader.open("/company-overview?isnp=true");
  await reader.see("Log in to see how your residents are doing.");
  await submitLogin(reader, demo("demo-company"));
  await reader.see(HOME);
  await reader.see(/From Date \S+ · To Date \S+ · ISNP Patients Only/);
  await reader.see("Logged in as Demo Company");
};

async function changePassword(reader: Reader, current: string): Promise<void> {
  await reader.fill("Current password", current);
  await reader.fill("New password", WANTED);
  await reader.fill("Confirm new password", WANTED);
  await reader.follow("Change password", "last");
}

export const password: TextJourney = async (reader, { portal }) => {
  const user = await portal.makeUser();
  await signInTo(reader, "/search", user);
  await reader.see(/Search \d+ results/);
  await reader.follow("Change password");
  await reader.see("Confirm new password");
  await changePassword(reader, "not this one");
  await reader.see("The current password is wrong");
  await changePassword(reader, user.password);
  await reader.see("Password changed successfully.");
  await reader.follow("Log out");
  await reader.see("Log in to see how your residents are doing.");
  await submitLogin(reader, user);
  await reader.see(REFUSED);
  await submitLogin(reader, { ...user, password: WANTED });
  await reader.see(HOME);
};

export const logOut: TextJourney = async (reader, { demo }) => {
  // From the page that login leads to: lynx does not say where a form is from on a page whose address was typed.
  await reader.see("Welcome");
  await submitLogin(reader, demo("demo-company"));
  await reader.see(HOME);
  await reader.follow("Log out");
  await reader.see("Log in to see how your residents are doing.");
  await reader.miss("Demo Company");
  await reader.open("/company-overview?isnp=true");
  await reader.see("Log in to see how your residents are doing.");
};

import type { User } from "../portal";
import type { NetsurfJourney } from "./netsurf";
import type { Reader } from "./reader";

const WANTED = "Another-2026";

export async function submitLogin(
  reader: Reader,
  { username, password }: User,
): Promise<void> {
  await reader.see("Welcome");
  await reader.fill("Username", username);
  await reader.fillNext(password);
  await reader.enter();
  await reader.asked(/^POST \/login/);
}

/** Opens a page as somebody who has to log in first. */
export async function signInTo(
  reader: Reader,
  path: string,
  user: User,
): Promise<void> {
  await reader.open(path);
  await submitLogin(reader, user);
  await reader.see("Logged in as");
}

export const wrongLogin: NetsurfJourney = async (reader, { demo }) => {
  await submitLogin(reader, { ...demo("demo-division"), password: "wrong" });
  await reader.see("The username or password is not correct.");
  await reader.picture("refused");
  const titles = await reader.screen.titles();
  if (titles.some((title) => !title.endsWith("Login – Sojourn - NetSurf"))) {
    throw new Error(`there is a window '${titles.join("', '")}'`);
  }
};

export const login: NetsurfJourney = async (reader, { demo }) => {
  await reader.picture("login");
  await reader.open("/company-overview?isnp=true");
  await reader.see("Welcome");
  await reader.fill("Username", "demo-company");
  await reader.fillNext(demo("demo-company").password);
  await reader.press("Login");
  await reader.asked(/^GET \/company-overview\?isnp=true/);
  await reader.see("Company Overview");
};

async function changePassword(reader: Reader, current: string): Promise<void> {
  await reader.fill("Current password", current);
  await reader.fillNext(WANTED);
  await reader.fillNext(WANTED);
  await reader.enter();
  await reader.asked(/^POST \/change-password/);
}

export const password: NetsurfJourney = async (reader, { portal }) => {
  const user = await portal.makeUser();
  await signInTo(reader, "/search", user);
  await reader.press("Change password");
  await reader.see("Your sessions in other browsers");
  await reader.picture("password");
  await changePassword(reader, "not this one");
  await reader.see("The current password is wrong");
  await changePassword(reader, user.password);
  await reader.see("Password changed successfully.");
  await reader.press("Log out");
  await submitLogin(reader, user);
  await reader.see("The username or password is not correct.");
  await submitLogin(reader, { ...user, password: WANTED });
  await reader.see("Company Overview");
};

export const logOut: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, "/company-overview", demo("demo-company"));
  await reader.press("Log out");
  await reader.see("Welcome");
  await reader.open("/company-overview");
  await reader.see("Welcome");
};

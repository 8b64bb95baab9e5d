import type { BrowserJourney } from "./browser-client";
import { awake, signInTo, submitLogin } from "./sign-in";
import type { Visitor } from "./visitor";

const WANTED = "Another-2026";
const REFUSED = "[role=alert] *";

export const wrongLogin: BrowserJourney = async (visitor, { demo }) => {
  await visitor.open("/login");
  await submitLogin(visitor, { ...demo("demo-division"), password: "wrong" });
  await visitor.find(REFUSED);
  await visitor.at(/^\/login/);
  await visitor.until(
    "user name that was kept, and a password that was not",
    () =>
      [].map
        .call(
          document.querySelectorAll("[name=username], [name=password]"),
          ({ value }: HTMLInputElement) => value,
        )
        .join() === "demo-division,",
  );
};

export const login: BrowserJourney = async (visitor, { demo }) => {
  await visitor.open("/company-overview?isnp=true");
  await visitor.at(/^\/login/);
  await submitLogin(visitor, demo("demo-company"));
  await visitor.at(/^\/company-overview\?isnp=true/);
  await visitor.find(["heading", /^Company Overview/]);
  await awake(visitor);
};

async function openAccountMenu(visitor: Visitor): Promise<void> {
  await visitor.press("header summary");
}

async function changePassword(
  visitor: Visitor,
  current: string,
): Promise<void> {
  await visitor.fill("Current password", current);
  await visitor.fill("New password", WANTED);
  await visitor.fill("Confirm new password", WANTED);
  await visitor.press(["button", "Change password"]);
}

export const password: BrowserJourney = async (visitor, { portal }) => {
  const user = await portal.makeUser();
  await signInTo(visitor, "/search", user);
  await awake(visitor);
  await openAccountMenu(visitor);
  await visitor.press(["link", "Change password"]);
  await visitor.find(["heading", "Change Password"]);
  await changePassword(visitor, "not this one");
  await visitor.see("The current password is wrong");
  await changePassword(visitor, user.password);
  await visitor.see("Password changed successfully.");
  await openAccountMenu(visitor);
  await visitor.press(["button", "Log out"]);
  await visitor.at(/^\/login/);
  await submitLogin(visitor, user);
  await visitor.find(REFUSED);
  await submitLogin(visitor, { ...user, password: WANTED });
  await visitor.find(["heading", /^Company Overview/]);
};

export const logOut: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/company-overview", demo("demo-company"));
  await awake(visitor);
  await openAccountMenu(visitor);
  await visitor.press(["button", "Log out"]);
  await visitor.at(/^\/login/);
  // Firefox complains of what it has not fetched when a page is left.
  await visitor.find(["button", "Show password"]);
  await visitor.run(() => setTimeout(() => history.back()) && true);
  await visitor.at(/^\/login/);
  await visitor.find(["field", "Username"]);
  await visitor.open("/company-overview");
  await visitor.at(/^\/login/);
};

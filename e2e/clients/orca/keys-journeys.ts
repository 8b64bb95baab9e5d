import { awake, signInTo } from "../browsers/sign-in";
import type { User } from "../portal";
import { hearOnce } from "./by-ear";
import type { Reader, ReaderJourney } from "./reader";

const HOME = "/company-overview";
const REFUSED = /The username or password is not correct/;
const FILTERS_APPLIED = /· ISNP Patients Only$/;

/** Finds the fields of the login by Tab, by what is said of them. */
async function signInByKeys(
  reader: Reader,
  { username, password }: User,
): Promise<void> {
  await reader.pressUntil("Tab", /^Username/);
  await reader.type(username);
  await reader.pressUntil("Tab", /^Password/);
  await reader.type(password);
  reader.ear.forget();
  await reader.pressKey("Return");
}

export const wrongLogin: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await visitor.open("/login");
  await ear.untilQuiet();
  await signInByKeys(reader, { ...demo("demo-division"), password: "wrong" });
  await hearOnce(reader, REFUSED);
  const early = ear.everything().findIndex((one) => /invalid entry/.test(one));
  const alert = ear.everything().findIndex((one) => REFUSED.test(one));
  if (early >= 0 && early < alert) {
    throw new Error("a field is called invalid before the login was refused");
  }
};

export const login: ReaderJourney = async (reader, { demo }) => {
  await reader.visitor.open("/login");
  await reader.ear.untilQuiet();
  await signInByKeys(reader, demo("demo-company"));
  await reader.ear.untilHeard(/^Company Overview – Sojourn$/);
  const said = await reader.readAll();
  if (!said.some((words) => /^Patient count: [\d,]+, inspect/.test(words))) {
    throw new Error("the page is not read on from there");
  }
};

export const dates: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, HOME, demo("demo-company"));
  await awake(visitor);
  await ear.untilQuiet();
  await visitor.choose("ISNP", "ISNP Patients Only");
  ear.forget();
  await visitor.press(["button", "Submit"]);
  await visitor.at(/isnp=true/);
  await hearOnce(reader, FILTERS_APPLIED);
};

export const sessionEnd: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, "/users", demo("demo-accounts"));
  ear.forget();
  await visitor.open("/users/add?timemeoutnow=1");
  await hearOnce(reader, /Do you want to stay logged in/);
};

export const users: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, "/users", demo("demo-accounts"));
  await visitor.open("/users/add");
  await awake(visitor);
  await ear.untilQuiet();
  await visitor.fill("Username", "x y");
  await visitor.press(["button", "Create user"]);
  await visitor.find("#panel [aria-invalid=true], [aria-invalid=true]");
  await ear.untilQuiet();
  const said = await reader.pressUntil("Tab", /^First name entry/);
  for (const wanted of [/^invalid entry/, /^First name is required/]) {
    if (!said.some((words) => wanted.test(words))) {
      throw new Error(`no '${wanted}' with the field: ${said.join(" | ")}`);
    }
  }
};

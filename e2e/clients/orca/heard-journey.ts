import { awake, signInTo, submitLogin } from "../browsers/sign-in";
import type { Visitor } from "../browsers/visitor";
import type { Stage } from "../client";
import { oddPhrases } from "./odd-phrases";
import { PAGES, type PageToHear } from "./pages";
import type { Reader, ReaderJourney } from "./reader";

/** Whatever else the machine does while it is read to. */
const AWAKE_WITHIN_MS = 60_000;

/** Orca is at the top of the page while scripts put a dialog over it: then nothing is left there to be read. */
const TAKEN_OVER = "blank";

const LOADED = /^Finished loading (.*) – Sojourn\.$/;

/** Signs in as whoever reads the page, where somebody else reads now. */
async function enter(
  { visitor, ear }: Reader,
  stage: Stage,
  as: string,
  isSignedIn: boolean,
): Promise<void> {
  if (isSignedIn) {
    await visitor.run(() =>
      document
        .querySelector<HTMLFormElement>("form[action='/logout']")
        ?.requestSubmit(),
    );
    await visitor.at(/^\/login/);
    // Firefox complains of what it has not fetched when a page is left.
    await visitor.find(["button", "Show password"]);
  }
  await signInTo(visitor, "/search", stage.demo(as));
  // Who goes on before this page is whole breaks off what it still asks for.
  await awake(visitor, AWAKE_WITHIN_MS);
  await ear.untilQuiet();
}

function faultsOf(
  { title, hears }: PageToHear,
  arrival: readonly string[],
  said: readonly string[],
): string[] {
  const titles = arrival.map((words) => LOADED.exec(words)?.[1] ?? "");
  const whole = said.join(" | ");
  return [
    ...(!title || titles.some((one) => title.test(one))
      ? []
      : [`its title is not said, but '${titles.join("")}'`]),
    ...hears
      .filter((words) => !words.test(whole))
      .map((words) => `nothing like ${words} is said`),
    ...oddPhrases(arrival.filter((words) => words !== TAKEN_OVER)),
    ...oddPhrases(said),
  ];
}

/** What is said when a page comes, and what it says when it is read whole. */
async function hear(
  reader: Reader,
  page: PageToHear,
  arrive: () => Promise<void>,
): Promise<string[]> {
  reader.ear.forget();
  await arrive();
  const arrival = await reader.ear.untilQuiet();
  const said = await reader.readAll();
  reader.keep(page.name, [...arrival, "", ...said]);
  return faultsOf(page, arrival, said).map((one) => `${page.name}: ${one}`);
}

/** Scripts make dialogs of panels, and charts to explore. */
async function arriveAt(visitor: Visitor, { path, as }: PageToHear) {
  await visitor.open(path);
  if (as) await awake(visitor, AWAKE_WITHIN_MS);
}

/** Scripts keep the page: nothing is loaded. */
const REFUSED: PageToHear = {
  name: "wrong-login",
  path: "/login",
  hears: [/The username or password is not correct/],
};

/** Every page that somebody has in a day, read from its top to its end. */
export const heard: ReaderJourney = async (reader, stage) => {
  const { visitor } = reader;
  const faults: string[] = [];
  let as: string | undefined;
  for (const page of PAGES) {
    stage.goesOn();
    if (page.as && page.as !== as) {
      await enter(reader, stage, page.as, as !== undefined);
      as = page.as;
    }
    faults.push(...(await hear(reader, page, () => arriveAt(visitor, page))));
    if (page.name === "login") {
      const user = { ...stage.demo("demo-division"), password: "wrong" };
      faults.push(
        ...(await hear(reader, REFUSED, () => submitLogin(visitor, user))),
      );
    }
  }
  reader.keep("faults", faults);
  if (faults.length > 0) {
    throw new Error(
      `${faults.length} faults, first ${faults.slice(0, 4).join("; ")}`,
    );
  }
};

import { awake, signInTo } from "../browsers/sign-in";
import { fillNewPassword, fillNewUser } from "../browsers/users-journey";
import type { Fault } from "../line";
import { newName } from "../new-name";
import { hearOnce, pressAt } from "./by-ear";
import type { ReaderJourney } from "./reader";

const HOME = "/company-overview";

export const cms: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, "/reports/cms-qies-reports", demo("demo-facility"));
  await awake(visitor);
  await pressAt(reader, "#request-cms-report", /^Request CMS Report link/);
  await ear.untilHeard(/^Request CMS Report dialog$/);
  await visitor.miss(["button", "Show fields"]);
  await visitor.choose("Report type", "MDS 3.0 Missing Assessment");
  await pressAt(reader, "[role=dialog] .sheet-actions button", /^Submit/);
  await hearOnce(reader, /New report requested successfully/);
};

export const password: ReaderJourney = async (reader, { portal }) => {
  const { visitor, ear } = reader;
  const user = await portal.makeUser();
  await signInTo(visitor, "/change-password", user);
  await awake(visitor);
  for (const [current, answer] of [
    ["not this one", /The current password is wrong/],
    [user.password, /Password changed successfully\./],
  ] as const) {
    await visitor.fill("Current password", current);
    await visitor.fill("New password", "Another-2026");
    await visitor.fill("Confirm new password", "Another-2026");
    await ear.untilQuiet();
    ear.forget();
    await visitor.press(["button", "Change password"]);
    await hearOnce(reader, answer);
  }
};

export const logOut: ReaderJourney = async (reader, { demo }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, HOME, demo("demo-company"));
  await awake(visitor);
  await pressAt(reader, "header summary", /^Account of Demo Company/);
  await ear.untilHeard(/^expanded$/);
  ear.forget();
  await reader.pressUntil("Tab", /^Log out/);
  ear.forget();
  await reader.pressKey("Return");
  await hearOnce(reader, /Login – Sojourn/);
};

export const offline: ReaderJourney = async (reader, { demo, line }) => {
  const { visitor, ear } = reader;
  await signInTo(visitor, "/users/add", demo("demo-accounts"));
  await awake(visitor);
  await fillNewUser(visitor, newName());
  await fillNewPassword(visitor);
  await line.cut();
  await ear.untilQuiet();
  ear.forget();
  await visitor.press(["button", "Create user"]);
  await hearOnce(reader, /Not sent: no connection/);
  await line.mend();
  await pressAt(reader, "form [role=alert] button", /^Try again/);
  await hearOnce(reader, /User created successfully/);
};

/** Scripts or not, a panel is found by its title where the page is read. */
function withoutScripts(fault: Fault): ReaderJourney {
  return async (reader, { demo, line }) => {
    const { visitor, ear } = reader;
    line.setFault(fault);
    await signInTo(visitor, HOME, demo("demo-company"));
    await pressAt(reader, "#open-inspect-rth", /^RTH\/RTH%: .*, inspect/);
    await visitor.at(/inspect=rth/);
    await ear.untilQuiet();
    const said = (await reader.readAll()).join(" | ");
    for (const wanted of [
      /RTH\/RTH% \| heading level 2/,
      /How it is worked out/,
    ]) {
      if (!wanted.test(said)) throw new Error(`nothing like ${wanted} is said`);
    }
  };
}

export const scriptsRefused = withoutScripts("scripts refused");

export const scriptsHtml = withoutScripts("scripts html");

/** A panel that was read as a section is a dialog later: that is said, and no more of it. */
export const scriptsSlow: ReaderJourney = async (reader, { demo, line }) => {
  const { visitor, ear } = reader;
  line.setFault("scripts slow");
  await signInTo(visitor, HOME, demo("demo-company"));
  await pressAt(reader, "#open-inspect-rth", /^RTH\/RTH%: .*, inspect/);
  await visitor.at(/inspect=rth/);
  await awake(visitor, 60_000);
  await visitor.find("#panel[role=dialog]");
  await ear.untilHeard(/^RTH\/RTH% dialog$/);
  ear.forget();
  await reader.pressKey("Escape");
  await ear.untilHeard(/^RTH\/RTH%: .*, inspect/);
};

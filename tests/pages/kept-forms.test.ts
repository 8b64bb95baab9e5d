import { beforeEach, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { documentOf, textOf, type PageDocument } from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import {
  changeSession,
  idleFor,
  keptForms,
  whileNoFormCanBeKept,
} from "./support/stored-sessions";

const LIST = "/reports/cms-qies-reports";
const PAGE = `${LIST}/request?report=Errors`;
const OVER_MS = 15 * 60_000;
const BACK = "We put back what you had typed. It has not been saved.";

let portal: Portal;
onPortal((started) => (portal = started));

let browser: Browser;
let csrf: string;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("region");
  csrf = await browser.csrfToken(PAGE);
});

const TYPED = {
  reportType: "50-5011",
  facility: "102",
  startDate: "2026-01-01",
  endDate: "2026-01-31",
  shown: "startDate endDate",
};

/** What the form of a page holds of it. */
async function entries(as: Browser, page = PAGE) {
  const { status, text } = await as.get(page);
  expect(status).toBe(200);
  const document = documentOf(text);
  return {
    told: textOf(document.querySelector("#request-form [aria-live=polite]")),
    reportType: chosen(document, "reportType"),
    facility: chosen(document, "facility"),
    startDate: document
      .querySelector("#request-form [name=startDate]")
      ?.getAttribute("value"),
  };
}

function chosen(document: PageDocument, id: string): string | null {
  return (
    document
      .querySelector(`#request-form [name=${id}] option[selected]`)
      ?.getAttribute("value") ?? null
  );
}

async function requests(): Promise<string[]> {
  return (await portal.log()).filter((line) =>
    line.includes("qies_report_request"),
  );
}

it("a form that is posted after the session's end is back after login, once, and nothing was sent", async () => {
  idleFor(portal, OVER_MS);
  const posted = await browser.post(PAGE, { ...TYPED, csrf });
  expect([posted.status, posted.location]).toEqual([302, "/login"]);
  const [kept = ""] = keptForms(portal).slice(-1);
  expect(kept).toContain("50-5011");
  expect(kept).not.toContain(csrf);

  expect((await browser.logIn("region")).location).toBe(PAGE);
  const back = await entries(browser);
  expect(back).toMatchObject({
    reportType: "50-5011",
    facility: "102",
    startDate: "2026-01-01",
  });
  expect(back.told).toContain(BACK);
  expect(await requests()).toEqual([]);

  const again = await entries(browser);
  expect([again.reportType, again.told]).toEqual(["", ""]);
});

it("is back where another page of the browser met the end too", async () => {
  idleFor(portal, OVER_MS);
  await browser.post(PAGE, { ...TYPED, csrf });
  expect((await browser.get("/search")).location).toBe("/login");
  expect((await browser.logIn("region")).location).toBe("/search");
  expect((await entries(browser)).told).toContain(BACK);
});

it("is back where the data server does not know the session any more", async () => {
  changeSession(portal, (record) => ({ ...record, sessionId: "of nobody" }));
  const posted = await browser.post(PAGE, { ...TYPED, csrf });
  expect(posted.location).toBe("/login");
  expect((await browser.logIn("region")).location).toBe(PAGE);
  const back = await entries(browser);
  expect([back.facility, back.told]).toEqual([
    "102",
    expect.stringContaining(BACK),
  ]);
  expect(await requests()).toEqual([]);
});

it("is never shown to another user", async () => {
  idleFor(portal, OVER_MS);
  await browser.post(PAGE, { ...TYPED, csrf });
  expect((await browser.logIn("company")).location).toBe("/company-overview");
  const seen = await entries(browser);
  expect([seen.facility, seen.told]).toEqual(["", ""]);
  // Nor to the first one, whose browser is another's now.
  await browser.logOut();
  await browser.logIn("region");
  expect((await entries(browser)).told).toBe("");
});

it("is kept without passwords and tokens", async () => {
  idleFor(portal, OVER_MS);
  const secrets = {
    password: "canary-1",
    confirmPassword: "canary-2",
    newPwd: "canary-3",
    currentPassword: "canary-10",
    "user.passphrase": "canary-4",
    client_secret: "canary-5",
    code: "canary-6",
    recoveryCode: "canary-7",
    presentCode: "canary-8",
    setUp: "canary-9",
  };
  await browser.post(PAGE, { ...TYPED, ...secrets, csrf });
  const kept = keptForms(portal);
  expect(kept.join()).toContain("50-5011");
  expect(kept.join()).not.toContain("canary");
});

it.each<[string, (browser: Browser) => Record<string, string>]>([
  ["without a cookie", (one) => (one.cookies.clear(), { csrf })],
  [
    "with a forged cookie",
    (one) => {
      one.cookies.set(
        "sojourn",
        `${one.cookies.get("sojourn")?.slice(0, -3)}AAA`,
      );
      return { csrf };
    },
  ],
  ["without the session's token", () => ({})],
  ["with a token of somebody's making", () => ({ csrf: "guess" })],
])("stores nothing for who comes %s", async (_, prepare) => {
  const before = keptForms(portal).length;
  idleFor(portal, OVER_MS);
  const fields = prepare(browser);
  const page = await browser.post(PAGE, { ...TYPED, ...fields });
  expect(page.location).toBe("/login");
  expect(keptForms(portal)).toHaveLength(before);
});

it("a form of the session before, left open in another tab, comes back with its page instead of a refusal", async () => {
  await browser.post("/logout", { csrf });
  await browser.loggedIn("region");
  const posted = await browser.post(PAGE, { ...TYPED, csrf });
  expect([posted.status, posted.location]).toEqual([303, PAGE]);
  const back = await entries(browser);
  expect(back).toMatchObject({ reportType: "50-5011", facility: "102" });
  expect(back.told).toBe(BACK);
  expect(await requests()).toEqual([]);
  expect((await entries(browser)).told).toBe("");
  // What is no page says no as before, and so does the session of somebody else.
  const field = { csrf, intent: "refresh" };
  expect((await browser.post("/session", field)).status).toBe(403);
  await browser.logOut();
  await browser.loggedIn("company");
  expect((await browser.post(PAGE, { ...TYPED, csrf })).status).toBe(403);
});

it("a form comes back where its user logs in over the session that it is of, which still lives", async () => {
  await browser.loggedIn("region");
  const posted = await browser.post(PAGE, { ...TYPED, csrf });
  expect([posted.status, posted.location]).toEqual([303, PAGE]);
  const back = await entries(browser);
  expect(back).toMatchObject({ reportType: "50-5011", facility: "102" });
  expect(back.told).toBe(BACK);
  expect(await requests()).toEqual([]);
});

it("a form is refused where somebody else logs in over the session that it is of", async () => {
  const before = keptForms(portal).length;
  await browser.loggedIn("company");
  expect((await browser.post(PAGE, { ...TYPED, csrf })).status).toBe(403);
  // Nor has the first one it back, who logs in over that.
  await browser.loggedIn("region");
  expect((await browser.post(PAGE, { ...TYPED, csrf })).status).toBe(403);
  expect(keptForms(portal)).toHaveLength(before);
});

it("a form of the session before that cannot be kept is refused", async () => {
  await browser.loggedIn("region");
  const posted = await whileNoFormCanBeKept(portal, () =>
    browser.post(PAGE, { ...TYPED, csrf }),
  );
  expect(posted.status).toBe(403);
  expect((await portal.log()).join("")).toContain("kept_form.failed");
});

it("stores nothing for another site, nor in a session that lives", async () => {
  const before = keptForms(portal).length;
  expect((await browser.post(PAGE, { ...TYPED, csrf: "guess" })).status).toBe(
    403,
  );
  idleFor(portal, OVER_MS);
  const headers = { origin: "https://evil.example" };
  const page = await browser.post(PAGE, { ...TYPED, csrf }, { headers });
  expect(page.status).toBe(403);
  expect(keptForms(portal)).toHaveLength(before);
});

function leave(fields: Record<string, string>) {
  return browser.post("/session", { intent: "unsent", csrf, ...fields });
}

/** What a page's clock says of a form that nobody has sent. */
function unsent(fields: Record<string, string>): string {
  return JSON.stringify({
    path: `${LIST}/request`,
    fields: Object.entries(fields),
  });
}

it("what a page's clock leaves is back after login, once", async () => {
  idleFor(portal, OVER_MS);
  const secret = { ...TYPED, password: "canary-6" };
  const left = await leave({ unsent: unsent(secret) });
  expect(left.status).toBe(204);
  await browser.post("/logout", { csrf, from: PAGE });
  expect((await browser.logIn("region")).location).toBe(PAGE);
  const back = await entries(browser);
  expect(back.reportType).toBe("50-5011");
  expect(back.told).toBe(BACK);
  expect((await entries(browser)).reportType).toBe("");
  expect(keptForms(portal).join()).not.toContain("canary-6");
});

it("a tab that learns of the end after another one has closed the session keeps its form too", async () => {
  idleFor(portal, OVER_MS);
  const other = { ...TYPED, startDate: "2026-01-05" };
  await leave({ unsent: unsent(TYPED) });
  await browser.post("/logout", { csrf, from: LIST });
  await leave({ unsent: unsent(other) });
  await browser.logIn("region");
  // And one that learns of it when its user has logged in again.
  const third = { ...TYPED, startDate: "2026-01-06" };
  await leave({ unsent: unsent(third) });
  const dates = [
    await entries(browser),
    await entries(browser),
    await entries(browser),
  ];
  expect(dates.map(({ startDate }) => startDate).sort()).toEqual([
    "2026-01-01",
    "2026-01-05",
    "2026-01-06",
  ]);
});

it.each<[string, (browser: Browser) => string]>([
  ["with a token of somebody's making", () => "guess"],
  ["without a cookie", (one) => (one.cookies.clear(), csrf)],
])("a clock %s leaves nothing", async (_, prepare) => {
  const before = keptForms(portal).length;
  const token = prepare(browser);
  const left = await leave({
    csrf: token,
    unsent: unsent(TYPED),
  });
  expect(left.status).toBe(204);
  expect(keptForms(portal)).toHaveLength(before);
});

it.each(["", "{", "[]", '{"path":1}'])(
  "a clock that says %j leaves nothing",
  async (text) => {
    const before = keptForms(portal).length;
    expect((await leave({ unsent: text })).status).toBe(204);
    expect(keptForms(portal)).toHaveLength(before);
  },
);

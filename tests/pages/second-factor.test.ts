import { describe, expect, it } from "vitest";
import { insertAuditEvents } from "~server/audit/audit-events";
import { PASSWORD } from "./support/census";
import type { Browser, Fields } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { auditedFor, inStore } from "./support/store-of-portal";
import {
  CODES,
  codeOf,
  codesOn,
  keyOn,
  OWN,
  SET_UP,
  setUpFactor,
  setUpToCodes,
  LOGIN_CODE,
  problemsOn,
  refusalOn,
  headingOn,
  halfIn,
} from "./support/second-factor";

let portal: Portal;
onOwnPortal((started) => (portal = started));

const REMOVE = `${OWN}/remove`;
const RULES = "/users/second-factor";
const NO_STORE = "no-store, no-cache";
/** Longer than anything that is typed or that a host takes. */
const LONG = "1".repeat(5_000);
const NOT_A_CODE =
  "This is not a code. App codes have 6 digits, recovery codes 16 characters.";
const NO_PRESENT_CODE =
  "Type a code from your current app, or a recovery code.";

const WRONG_PASSWORD = "The current password is wrong";
const KEY = /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/;

type Told = [status: number, ...problems: string[]];

async function inAs(username: string): Promise<Browser> {
  return portal.browser().loggedIn(username);
}

describe("'Your login'", () => {
  it("is a link of the account menu, and shows how the user signs in", async () => {
    const browser = await inAs("region");
    const { text } = await browser.get("/search");
    const links = all(documentOf(text), "header details a");
    expect(links.map((link) => link.getAttribute("href"))).toContain(OWN);
    const page = await browser.get(OWN);
    expect(page.status).toBe(200);
    expect(headingOn(page)).toEqual(["Your login"]);
    expect(page.text).toContain("This browser");
    expect(textsOf(documentOf(page.text), "main li").join()).toContain(
      "from 127.0.0.1, by password",
    );
    expect(page.headers.get("cache-control")).toBe(NO_STORE);
  });

  it("is told on the first page after a login, where the one before was from another place", async () => {
    await inStore(portal, async ({ db }) => {
      const user = await db
        .selectFrom("users")
        .where("username", "=", "physicians")
        .select(["id", "username"])
        .executeTakeFirstOrThrow();
      await insertAuditEvents(db, [
        {
          action: "sign_in",
          at: new Date("2026-01-25T20:12:10.000Z"),
          user,
          details: { how: "password" },
          address: "192.0.2.7",
          requestId: null,
        },
      ]);
    });
    const browser = await inAs("physicians");
    const told = async () =>
      (
        documentOf((await browser.get("/search")).text).body?.textContent ?? ""
      ).includes("on 01/25/2026, 03:12 PM ET, from 192.0.2.7.");
    expect([await told(), await told()]).toEqual([true, false]);
  });

  it("ends another session, and not one that is none", async () => {
    const browser = await inAs("division");
    const other = await inAs("division");
    const { text } = await browser.get(OWN);
    const [field] = all(documentOf(text), "input[name=session]");
    const session = field?.getAttribute("value") ?? "";
    const forged = await browser.submit(OWN, { session: "<odd>" });
    expect([forged.status, forged.location]).toEqual([302, OWN]);
    const ended = await browser.submit(OWN, { session });
    expect([ended.status, ended.location]).toEqual([303, OWN]);
    expect((await browser.get(OWN)).text).toContain(
      "That browser is logged out.",
    );
    expect((await other.get("/search")).location).toBe("/login");
    await browser.submit(OWN, { session });
    expect((await browser.get(OWN)).text).toContain("logged out already");
  });
});

describe("setting a factor up", () => {
  it("shows the key as a picture and as text, and the same after a wrong form", async () => {
    const browser = await inAs("isnp");
    const page = await browser.get(SET_UP);
    const svg = all(documentOf(page.text), "main svg[role=img]")[0];
    expect(svg?.getAttribute("aria-label")).toContain("QR code");
    const { key, setUp } = keyOn(page);
    expect(key).toMatch(KEY);
    const field = all(documentOf(page.text), "#code")[0];
    expect(field?.getAttribute("autocomplete")).toBe("one-time-code");
    expect(page.text).toMatch(/<input[^>]*inputmode="numeric"/i);
    const post = (code: string, currentPassword: string, sent = setUp) =>
      browser.submit(SET_UP, { setUp: sent, code, currentPassword });
    const forms: [code: string, password: string, ...Told][] = [
      ["", "", 400, "Enter the code", "Enter your password"],
      [LONG, LONG, 400, NOT_A_CODE, WRONG_PASSWORD],
      [`${" 1".repeat(6)}${" ".repeat(5_000)}`, "", 400, "Enter your password"],
      [codeOf(key), "not this", 403, WRONG_PASSWORD],
      [
        codeOf(key, 9),
        PASSWORD,
        403,
        "This code does not match the key. Check the time on your phone, and type the newest code.",
      ],
    ];
    for (const [code, password, ...told] of forms) {
      const answer = await post(code, password);
      expect(refusalOn(answer)).toEqual(told);
      expect(keyOn(answer)).toEqual({ key, setUp });
      expect(answer.text).not.toContain(PASSWORD);
      expect(answer.headers.get("cache-control")).toBe(NO_STORE);
    }
    for (const odd of ["forged", "", LONG]) {
      const forged = await post("123456", PASSWORD, odd);
      expect(refusalOn(forged)).toEqual([
        409,
        "This key has expired. Please scan the new one.",
      ]);
      expect(keyOn(forged).key).toMatch(KEY);
      expect(keyOn(forged).key).not.toBe(key);
    }
    expect((await browser.get(CODES)).location).toBe(OWN);
    expect((await browser.get(REMOVE)).location).toBe(OWN);
  });

  it("shows ten codes until they are kept, then asks for a code at each sign-in", async () => {
    const browser = await inAs("facility");
    const { key, csrf } = await setUpToCodes(browser);
    const page = await browser.get(CODES);
    const codes = codesOn(page);
    expect(codes).toHaveLength(10);
    expect(page.headers.get("cache-control")).toBe(NO_STORE);
    // Neither a reload, nor who asks for the head alone, nor a notice that is dismissed without scripts loses them.
    await fetch(portal.origin + CODES, {
      method: "HEAD",
      headers: { cookie: browser.cookieHeader() },
    }).then((head) => {
      expect(head.headers.getSetCookie().join()).not.toContain("sojourn-codes");
    });
    await browser.post("/dismiss", { csrf });
    expect(codesOn(await browser.get(CODES))).toEqual(codes);
    const other = await inAs("division");
    other.cookies.set(
      "sojourn-codes",
      browser.cookies.get("sojourn-codes") ?? "",
    );
    expect(codesOn(await other.get(CODES))).toEqual([]);
    const [kept] = all(documentOf(page.text), "main form button");
    expect(textOf(kept)).toBe("I have saved them");
    const foreign = await browser.post(CODES, { csrf: "x", intent: "kept" });
    expect(foreign.status).toBe(403);
    const left = await browser.post(CODES, { csrf, intent: "kept" });
    expect([left.status, left.location]).toEqual([303, OWN]);
    expect(browser.cookies.has("sojourn-codes")).toBe(false);
    expect(codesOn(await browser.get(CODES))).toEqual([]);
    expect((await browser.get(OWN)).text).toContain(
      "You have 10 recovery codes left.",
    );

    const next = portal.browser();
    await next.get("/reports");
    expect((await next.logIn("facility")).location).toBe(LOGIN_CODE);
    expect(next.cookies.has("sojourn")).toBe(false);
    const step = await next.get(LOGIN_CODE);
    expect([step.status, headingOn(step)]).toEqual([200, ["Enter your code"]]);
    // Whose password it was is told to them alone: the cookie is sealed, and no browser stores the page.
    expect(textOf(documentOf(step.text).querySelector("main"))).toContain(
      "Logging in as facility",
    );
    expect(next.cookies.get("sojourn-second-step")).not.toContain("facility");
    expect(step.headers.get("cache-control")).toBe(NO_STORE);
    const done = await next.post(LOGIN_CODE, { code: codeOf(key, 1) });
    expect([done.status, done.location]).toEqual([302, "/reports"]);
    expect(next.cookies.has("sojourn-second-step")).toBe(false);
    expect((await next.get("/reports")).status).toBe(200);
  });
});

describe("renewing a factor", () => {
  it("asks for a code of the present one too, or a recovery code", async () => {
    const browser = await inAs("isnp");
    const { codes } = await setUpFactor(browser);
    const page = await browser.get(SET_UP);
    expect(headingOn(page)).toEqual(["Renew your second factor"]);
    expect(textsOf(documentOf(page.text), "main form label")).toEqual([
      "Code from the new key",
      "Code from your current app",
      "Your password",
    ]);
    const { key, setUp } = keyOn(page);
    const renew = (presentCode: string | null) =>
      browser.submit(SET_UP, {
        ...{ setUp, code: codeOf(key), currentPassword: PASSWORD },
        ...(presentCode !== null && { presentCode }),
      });
    const refusals: [presentCode: string | null, ...Told][] = [
      // As from a page that was there before the factor was.
      [null, 400, NO_PRESENT_CODE],
      [LONG, 400, NOT_A_CODE],
      [
        "0000-0000-0000-0000",
        403,
        "This recovery code is wrong or already used.",
      ],
    ];
    for (const [presentCode, ...told] of refusals) {
      const answer = await renew(presentCode);
      expect(refusalOn(answer)).toEqual(told);
      const link = all(documentOf(answer.text), "[role=alert] a")[0];
      expect(link?.getAttribute("href")).toBe("#presentCode");
      expect(keyOn(answer)).toEqual({ key, setUp });
    }
    const done = await renew(codes[0] ?? "");
    expect([done.status, done.location]).toEqual([303, CODES]);
    expect(codesOn(await browser.get(CODES))).toHaveLength(10);
  });
});

describe("the second step", () => {
  it("takes a recovery code once, and the next page says how many are left", async () => {
    const { key, codes } = await setUpFactor(await inAs("facilities"));
    const recoveryCode = codes[0] ?? "";
    const browser = await halfIn(portal, "facilities");
    const done = await browser.post(LOGIN_CODE, { code: "", recoveryCode });
    expect(done.status).toBe(302);
    const { text } = await browser.get(done.location ?? "/");
    expect(text).toContain("You have 9 recovery codes left.");
    expect((await browser.get(OWN)).text).toContain(
      "by password and recovery code",
    );
    const again = await halfIn(portal, "facilities");
    const used = await again.post(LOGIN_CODE, { code: "", recoveryCode });
    expect(used.status).toBe(403);
    expect(
      all(documentOf(used.text), "details[open] #recoveryCode"),
    ).toHaveLength(1);
    expect(used.text).not.toContain(recoveryCode);
    for (const field of ["code", "recoveryCode"]) {
      const long = await again.post(LOGIN_CODE, { [field]: LONG });
      expect([long.status, problemsOn(long)[0]]).toEqual([400, NOT_A_CODE]);
    }
    const entered = await again.post(LOGIN_CODE, {
      recoveryCode: codes[1] ?? "",
    });
    expect(entered.status).toBe(302);

    // New codes by a code of the app alone; the factor goes by the password and either kind of code.
    const csrf = await again.csrfToken(CODES);
    const byRecovery = await again.post(CODES, { csrf, code: codes[2] ?? "" });
    expect(refusalOn(byRecovery)).toEqual([
      403,
      "New recovery codes need a code from your app, not a recovery code.",
    ]);
    // That has not used it up.
    const third = await halfIn(portal, "facilities");
    const late = await third.post(LOGIN_CODE, { recoveryCode: codes[2] ?? "" });
    expect(late.status).toBe(302);
    const made = await again.post(CODES, { csrf, code: codeOf(key, 1) });
    expect([made.status, made.location]).toEqual([303, CODES]);
    const [newCode = ""] = codesOn(await again.get(CODES));
    // The session has another id now, and its forms another token.
    const newCsrf = await again.csrfToken(REMOVE);
    const asked = documentOf((await again.get(REMOVE)).text);
    expect(textsOf(asked, "main p").join()).toContain(
      "Your recovery codes and passkeys are removed too.",
    );
    const remove = (presentCode: string, currentPassword: string) =>
      again.post(REMOVE, { csrf: newCsrf, presentCode, currentPassword });
    const empty = await remove("", "");
    expect(refusalOn(empty)).toEqual([
      400,
      NO_PRESENT_CODE,
      "Enter your password",
    ]);
    const wrong = await remove(newCode, "not this");
    expect(refusalOn(wrong)).toEqual([403, WRONG_PASSWORD]);
    const removed = await remove(newCode, PASSWORD);
    expect([removed.status, removed.location]).toEqual([303, OWN]);
    // Nor are codes shown that are good for nothing any more.
    expect(again.cookies.has("sojourn-codes")).toBe(false);
    expect((await third.get(OWN)).location).toBe("/login");
    expect((await inAs("facilities")).cookies.has("sojourn")).toBe(true);
    const proof = { presentCode: "000000", currentPassword: PASSWORD };
    await again.submit(REMOVE, proof, OWN);
    expect((await again.get(OWN)).text).toContain("You have no second factor.");
  });

  it("goes on under a new id where it is set up, renewed or removed, and with new recovery codes", async () => {
    const browser = await inAs("facilities");
    const isCopyOut = async (work: () => Promise<unknown>) => {
      const thief = browser.copy();
      expect((await thief.get("/change-password")).status).toBe(200);
      await work();
      expect((await browser.get("/change-password")).status).toBe(200);
      return (await thief.get("/change-password")).location === "/login";
    };
    let codes: string[] = [];
    let newest = "";
    const setUp = async () => {
      ({ codes } = await setUpFactor(browser));
    };
    expect(await isCopyOut(setUp)).toBe(true);
    const proof = (code = "") => ({
      presentCode: code,
      currentPassword: PASSWORD,
    });
    const renew = async () => {
      const { key, setUp: made } = keyOn(await browser.get(SET_UP));
      const fields = { ...proof(codes[0]), setUp: made, code: codeOf(key) };
      expect((await browser.submit(SET_UP, fields)).location).toBe(CODES);
      codes = codesOn(await browser.get(CODES));
      newest = key;
    };
    expect(await isCopyOut(renew)).toBe(true);
    const makeCodes = async () => {
      const fields = { code: codeOf(newest, 1) };
      expect((await browser.submit(CODES, fields)).location).toBe(CODES);
      codes = codesOn(await browser.get(CODES));
    };
    expect(await isCopyOut(makeCodes)).toBe(true);
    const refused = () => browser.submit(REMOVE, proof("000000"));
    expect(await isCopyOut(refused)).toBe(false);
    const remove = async () => {
      expect((await browser.submit(REMOVE, proof(codes[0]))).location).toBe(
        OWN,
      );
    };
    expect(await isCopyOut(remove)).toBe(true);
    expect((await auditedFor(portal, "facilities")).slice(-5)).toEqual([
      ["set_up_second_factor", {}],
      ["renew_second_factor", {}],
      ["make_recovery_codes", {}],
      ["sign_in_failed", { reason: "code" }],
      ["remove_second_factor", {}],
    ]);
  });

  it("begins a session under a new id", async () => {
    const { codes } = await setUpFactor(await inAs("physicians"));
    const browser = await inAs("company");
    const before = browser.cookies.get("sojourn");
    expect((await browser.logIn("physicians")).location).toBe(LOGIN_CODE);
    // The session that the browser came with is none of this user's.
    expect(browser.cookies.get("sojourn")).toBe(before);
    await browser.post(LOGIN_CODE, { recoveryCode: codes[0] ?? "" });
    expect(browser.cookies.get("sojourn")).not.toBe(before);
  });
});

describe("account managers", () => {
  it("see who has a factor, reset it after a question, and say who needs one", async () => {
    const own = await inAs("region");
    await setUpFactor(own);
    const browser = await inAs("accounts");
    const list = documentOf((await browser.get("/users")).text);
    const reset = all(list, "a").find(
      (link) =>
        link.getAttribute("aria-label") === "Reset second factor region",
    );
    const path = reset?.getAttribute("href") ?? "";
    expect(path).toMatch(/^\/users\/\d+\/second-factor$/);
    const question = await browser.get(path);
    expect(question.status).toBe(200);
    expect(question.text).toContain(
      "second factor, recovery codes and passkeys, and logs them out",
    );
    // Screen readers say 'not disabled' of it.
    expect(question.text).not.toContain('aria-disabled="false"');
    expect(
      textsOf(documentOf(question.text), "#reset-second-factor dd"),
    ).toEqual(["Rob Region", "region", "Region"]);
    const done = await browser.submit(path);
    expect([done.status, done.location]).toEqual([303, "/users"]);
    expect((await own.get("/search")).location).toBe("/login");
    expect((await auditedFor(portal, "accounts")).at(-1)).toEqual([
      "reset_second_factor",
      {},
      "region",
    ]);
    expect((await browser.get(path)).status).toBe(404);
    await browser.submit(path, {}, "/users/second-factor");
    expect((await browser.get("/users")).text).toContain(
      "This user has no second factor.",
    );
  });

  it("are led from a level's number to its users without a factor", async () => {
    const browser = await inAs("accounts");
    const { text } = await browser.get("/users/second-factor");
    const way = all(documentOf(text), "main form a").find((link) =>
      link.getAttribute("href")?.includes("level=company"),
    );
    const list = await browser.get(way?.getAttribute("href") ?? "");
    const users = all(documentOf(list.text), "#users tbody tr").length;
    expect(users).toBeGreaterThan(0);
    expect(textOf(way)).toMatch(new RegExp(`, ${users} without one$`));
  });

  it("require it from a day: at that day's sign-in it is set up before anything else", async () => {
    const manager = await inAs("accounts");
    const post = (fields: Fields) => manager.submit(RULES, fields);
    const field = "requiredFrom-company";
    const odd = await post({ [field]: LONG });
    expect(refusalOn(odd)).toEqual([400, "Enter a day as mm/dd/yyyy"]);
    // One that is refused leaves the others as they are, too.
    const own = { "requiredFrom-account_manager": "2020-01-01" };
    const refusedOwn = await post({ ...own, [field]: "2020-01-01" });
    expect(refusalOn(refusedOwn)).toEqual([
      400,
      "Set up your own second factor first. You would be logged out without one.",
    ]);
    const open = await inAs("company");
    expect((await open.get("/search")).status).toBe(200);
    // As people type it where a browser has no picker.
    await post({ [field]: "12/31/2999" });
    expect((await manager.get(RULES)).text).toContain(
      "Company: a second factor is needed from 12/31/2999 on.",
    );
    const told = await inAs("company");
    expect((await told.get("/company-overview")).text).toContain(
      "From 12/31/2999 on you need a second factor",
    );
    expect((await told.get(OWN)).text).toContain("From 12/31/2999 on");

    const saved = await post({ [field]: "2020-01-01" });
    expect([saved.status, saved.location]).toEqual([303, RULES]);
    expect((await open.get("/search")).location).toBe("/login");
    const browser = portal.browser();
    await browser.get("/search");
    expect((await browser.logIn("company")).location).toBe("/login/set-up");
    for (const path of ["/", "/search", "/login/code"]) {
      expect((await browser.get(path)).location).toBe("/login");
    }
    const setUpPage = await browser.get("/login/set-up");
    expect(setUpPage.headers.get("cache-control")).toBe(NO_STORE);
    expect(textOf(documentOf(setUpPage.text).querySelector("main"))).toContain(
      "Logging in as company",
    );
    const { key, setUp } = keyOn(setUpPage);
    for (const [code, status] of [
      [LONG, 400],
      ["000000", 403],
    ] as const) {
      const answer = await browser.post("/login/set-up", { setUp, code });
      expect([answer.status, keyOn(answer).key]).toEqual([status, key]);
      expect(browser.cookies.has("sojourn")).toBe(false);
    }
    const forged = { setUp: LONG, code: codeOf(key) };
    expect((await browser.post("/login/set-up", forged)).status).toBe(409);
    const done = await browser.post("/login/set-up", {
      setUp,
      code: codeOf(key),
    });
    expect([done.status, done.location]).toEqual([302, CODES]);
    const shown = await browser.get(CODES);
    expect(codesOn(shown)).toHaveLength(10);
    const onward = await browser.submit(CODES, { intent: "kept" });
    expect([onward.status, onward.location]).toEqual([303, "/search"]);
    const proof = { presentCode: "000000", currentPassword: PASSWORD };
    const refused = await browser.submit(REMOVE, proof);
    expect(refusalOn(refused)).toEqual([
      400,
      "Your access level needs a second factor. You can replace it with a new one.",
    ]);
    expect((await browser.get(OWN)).text).not.toContain(REMOVE);
    expect((await portal.log()).join("\n")).not.toContain(
      key.replaceAll(" ", ""),
    );
    expect((await auditedFor(portal, "company")).slice(-3)).toEqual([
      ["prove_password", { wanted: "set_up" }],
      ["sign_in", { how: "password and code" }],
      ["set_up_second_factor", {}],
    ]);
    // The set-up that is done is good for nothing, and neither is its login.
    const late = portal.browser();
    expect((await late.logIn("company")).location).toBe(LOGIN_CODE);
    // What another account manager has changed meanwhile is not saved over before one has seen it.
    const stale = await post({
      [field]: "2021-01-01",
      "opened-company": "2019-01-01",
    });
    expect(refusalOn(stale)).toEqual([
      409,
      "Someone else changed this date to 01/01/2020 after you opened the page. Save again to replace it.",
    ]);
    const shownAgain = documentOf(stale.text);
    const valueOf = (name: string) =>
      shownAgain.querySelector(`[name="${name}"]`)?.getAttribute("value");
    expect([valueOf(field), valueOf("opened-company")]).toEqual([
      "2021-01-01",
      "2020-01-01",
    ]);
    await post({ [field]: "", "opened-company": "" });
    expect((await manager.get(RULES)).text).toContain("No date was changed.");
    await post({
      [field]: "",
      "opened-company": "2020-01-01",
      "requiredFrom-region": "",
      "opened-region": "",
    });
    expect((await manager.get(RULES)).text).toContain(
      "Company: no second factor is needed.",
    );
  });
});

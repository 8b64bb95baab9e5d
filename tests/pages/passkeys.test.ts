import { beforeAll, describe, expect, it } from "vitest";
import type { MakeQuestion, UseQuestion } from "~server/auth/service";
import { SoftwareAuthenticator } from "~server/auth/passkeys/testing/software-authenticator";
import type { Browser } from "./support/browser";
import { PASSWORD } from "./support/census";
import { all, documentOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { spokenOddly } from "./support/spoken-oddly";
import { auditedFor } from "./support/store-of-portal";
import {
  CODES,
  codeOf,
  OWN,
  SET_UP,
  setUpFactor,
  LOGIN_CODE,
  refusalOn,
  headingOn,
  halfIn,
} from "./support/second-factor";

let portal: Portal;
onOwnPortal((started) => (portal = started));

const ADD = `${OWN}/add-passkey`;
const REMOVE = `${OWN}/remove-passkey`;
const WRONG = "This passkey could not be used. Try again, or type a code.";

/** What scripts get of a page. */
async function dataOf<Data>(
  browser: Browser,
  path: string,
  route: string,
): Promise<Data> {
  const { text } = await browser.get(
    `${path}?_data=${encodeURIComponent(`routes/${route}`)}`,
  );
  return JSON.parse(text) as Data;
}

/** What a browser would tell an authenticator: without a public address passkeys are this machine's. */
function told({ challenge }: { challenge: string }) {
  const { port } = new URL(portal.origin);
  return { challenge, rpId: "localhost", origin: `http://localhost:${port}` };
}

async function makeIn(browser: Browser, authenticator: SoftwareAuthenticator) {
  const { question } = await dataOf<{ question: MakeQuestion }>(
    browser,
    ADD,
    "sign-in-settings_.add-passkey",
  );
  const passkey = authenticator.make(told(question));
  return { attempt: question.attempt, passkey: JSON.stringify(passkey) };
}

async function signIn(browser: Browser, authenticator: SoftwareAuthenticator) {
  const { passkeys } = await dataOf<{ passkeys: UseQuestion }>(
    browser,
    LOGIN_CODE,
    "login_.code",
  );
  const signed = authenticator.sign(told(passkeys));
  return { attempt: passkeys.attempt, passkey: JSON.stringify(signed) };
}

/** A signed-in user with a factor and a passkey, and a recovery code that is left. */
async function withPasskey(username: string) {
  const browser = await portal.browser().loggedIn(username);
  const { key, codes } = await setUpFactor(browser);
  const authenticator = new SoftwareAuthenticator();
  const thief = browser.copy();
  const made = {
    ...(await makeIn(browser, authenticator)),
    passkeyName: "My <key>",
    presentCode: codes[0] ?? "",
    currentPassword: PASSWORD,
  };
  const added = await browser.submit(ADD, made, OWN);
  expect([added.status, added.location]).toEqual([303, OWN]);
  // The session has another id now, and its forms another token.
  expect((await thief.get(OWN)).location).toBe("/login");
  const csrf = await browser.csrfToken("/change-password");
  return { browser, csrf, key, codes, authenticator };
}

describe("a page of one's sign-in", () => {
  let browser: Browser;
  let late: string;
  let removal: string;
  beforeAll(async () => {
    const had = await withPasskey("facilities");
    ({ browser, csrf: late } = had);
    const own = documentOf((await browser.get(OWN)).text);
    removal =
      all(own, "main a")
        .map((one) => one.getAttribute("href") ?? "")
        .find((href) => href.startsWith(REMOVE)) ?? "";
    // As in another tab: new recovery codes give the session a new id too.
    const made = await browser.post(CODES, {
      csrf: late,
      code: codeOf(had.key, 1),
    });
    expect([made.status, made.location]).toEqual([303, CODES]);
  });

  it.each([
    ["the own login", () => OWN],
    ["the own password", () => "/change-password"],
    ["renewing the factor", () => SET_UP],
    ["the new recovery codes", () => CODES],
    ["removing the factor", () => `${OWN}/remove`],
    ["adding a passkey", () => ADD],
    ["removing a passkey", () => removal],
  ])(
    "says that a form of a session before changed nothing: %s",
    async (_, pathOf) => {
      const path = pathOf();
      const fields = { csrf: late, code: "123456", presentCode: "123456" };
      const sent = await browser.post(path, fields);
      expect([sent.status, sent.location]).toEqual([303, path]);
      const page = await browser.get(path);
      expect(page.text).not.toContain("123456");
      expect(
        textsOf(documentOf(page.text), "[aria-live=polite] li").join(),
      ).toContain("Nothing was changed: your form could not be sent.");
    },
  );

  it("keeps the sentence for a page that can be shown", async () => {
    const gone = `${REMOVE}?passkey=none`;
    expect((await browser.post(gone, { csrf: late })).status).toBe(303);
    expect((await browser.get(gone)).location).toBe(OWN);
    expect((await browser.get(removal)).text).toContain("Nothing was changed");
  });

  it("says so with the codes that were just made, and without them", async () => {
    await browser.submit(CODES, { intent: "kept" }, OWN);
    await browser.post(CODES, { csrf: late, code: "123456" });
    const { text } = await browser.get(CODES);
    expect(text).toContain("Nothing was changed");
    expect(all(documentOf(text), "main ol code")).toEqual([]);
  });
});

describe("passkeys", () => {
  it("are for who has a second factor, and need scripts, as their page says", async () => {
    const browser = await portal.browser().loggedIn("isnp");
    expect((await browser.get(OWN)).text).not.toContain("Passkeys");
    expect((await browser.get(ADD)).location).toBe(OWN);
    await setUpFactor(browser);
    const own = documentOf((await browser.get(OWN)).text);
    const links = all(own, "main a").map((link) => link.getAttribute("href"));
    expect(links).toContain(ADD);
    const page = await browser.get(ADD);
    expect(page.text).toContain("Adding a passkey needs scripts");
    expect(all(documentOf(page.text), "main form, main button")).toEqual([]);
  });

  it("are added, listed, used in place of a code, and removed", async () => {
    const { browser, codes, authenticator } = await withPasskey("region");
    const listed = await browser.get(OWN);
    expect(listed.text).toContain("Your passkey is added.");
    expect(textsOf(documentOf(listed.text), "main li").join()).toMatch(
      /My <key> Added on \d\d\/\d\d\/\d{4}, not used yet/,
    );
    const half = await halfIn(portal, "region");
    // The page is what it was, until scripts run.
    const page = documentOf((await half.get(LOGIN_CODE)).text);
    expect(textsOf(page, "main button")).toEqual(["Log in"]);
    const answer = await signIn(half, authenticator);
    const done = await half.post(LOGIN_CODE, answer);
    expect([done.status, half.cookies.has("sojourn")]).toEqual([302, true]);
    const used = (await half.get(OWN)).text;
    expect(used).toContain("by password and passkey");
    expect(textsOf(documentOf(used), "main li").join()).toMatch(
      /Added on [\d/]+, last used [\d/]+/,
    );

    expect(spokenOddly(documentOf(used))).toEqual([]);
    const link = all(documentOf(used), "main a")
      .map((one) => one.getAttribute("href") ?? "")
      .find((href) => href.startsWith(REMOVE));
    const remove = link ?? "";
    const asked = await browser.get(remove);
    expect(headingOn(asked)).toEqual(["Remove a passkey"]);
    expect(asked.text).toContain("&#x27;My &lt;key&gt;&#x27; is then good");
    const wrong = { presentCode: "000000", currentPassword: PASSWORD };
    const refused = await browser.submit(remove, wrong);
    expect(refused.status).toBe(403);
    const thief = browser.copy();
    expect((await thief.get("/change-password")).status).toBe(200);
    const right = { ...wrong, presentCode: codes[1] ?? "" };
    const removed = await browser.submit(remove, right);
    expect([removed.status, removed.location]).toEqual([303, OWN]);
    expect((await thief.get(OWN)).location).toBe("/login");
    const left = (await browser.get(OWN)).text;
    expect(left).toContain("Your passkey is removed.");
    expect(left).not.toContain("My &lt;key&gt;");
    expect((await browser.get(remove)).location).toBe(OWN);
    const late = { ...wrong, presentCode: codes[2] ?? "" };
    await browser.submit(remove, late, "/change-password");
    expect((await browser.get(OWN)).text).toContain("already removed");
    // Removing ended the session that the passkey began.
    expect((await half.get(OWN)).location).toBe("/login");
    expect((await auditedFor(portal, "region")).slice(1)).toEqual([
      ["set_up_second_factor", {}],
      ["add_passkey", {}],
      ["prove_password", { wanted: "code" }],
      ["sign_in", { how: "password and passkey" }],
      ["sign_in_failed", { reason: "code" }],
      ["remove_passkey", {}],
    ]);
  });

  it("are refused in the words of the page, and delay the next attempt", async () => {
    const { key, authenticator } = await withPasskey("division");
    const half = await halfIn(portal, "division");
    const answer = await signIn(half, authenticator);
    for (const odd of ["", "{}", "[[", "1".repeat(30_000)]) {
      const form = { ...answer, passkey: odd };
      const page = await half.post(LOGIN_CODE, form);
      expect(refusalOn(page)).toEqual([400, WRONG]);
    }
    const forged = { ...answer, attempt: "forged" };
    for (let at = 0; at < 5; at++) {
      const page = await half.post(LOGIN_CODE, forged);
      expect(refusalOn(page)).toEqual([403, WRONG]);
    }
    const delayed = await half.post(LOGIN_CODE, answer);
    expect(delayed.status).toBe(429);
    expect(Number(delayed.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headingOn(delayed)).toEqual(["Enter your code"]);
    const log = (await portal.log()).join("\n");
    expect(log).toContain("auth.passkey_wrong");
    expect(log).not.toContain(codeOf(key));
  });

  it("are ten at most, which is said before one more is made", async () => {
    const { browser, codes } = await withPasskey("facility");
    for (const presentCode of codes.slice(1)) {
      const made = {
        ...(await makeIn(browser, new SoftwareAuthenticator())),
        passkeyName: "Another",
        presentCode,
        currentPassword: PASSWORD,
      };
      const added = await browser.submit(ADD, made, "/change-password");
      expect(added.status).toBe(303);
    }
    await browser.get(OWN);
    expect((await browser.get(ADD)).location).toBe(OWN);
    expect((await browser.get(OWN)).text).toContain(
      "You have ten passkeys. Remove one before you add another.",
    );
  });

  it("that cannot be added any more are said so, and others keep their form", async () => {
    const { browser, csrf, codes, authenticator } =
      await withPasskey("company");
    const made = await makeIn(browser, new SoftwareAuthenticator());
    const post = (fields: Record<string, string>) =>
      browser.post(ADD, { csrf, currentPassword: PASSWORD, ...fields });
    const named = { ...made, passkeyName: "Me", presentCode: "000000" };
    const twice = await makeIn(browser, authenticator);
    const forms: [Record<string, string>, number, ...string[]][] = [
      [{}, 400, "This passkey could not be added. Please make another one."],
      [
        { ...named, attempt: "forged" },
        409,
        "This took too long. Please make the passkey again.",
      ],
      [
        { ...named, ...twice, presentCode: codes[1] ?? "" },
        409,
        "This passkey is already added.",
      ],
      // Shown at its field, in a form that scripts make.
      [
        { ...named, presentCode: codes[2] ?? "", currentPassword: "not this" },
        403,
      ],
      [named, 403],
    ];
    for (const [fields, status, ...words] of forms) {
      const page = await post(fields);
      expect(refusalOn(page)).toEqual([status, ...words]);
    }
    const unnamed = await post({ ...made, passkeyName: " ", presentCode: "1" });
    expect(unnamed.status).toBe(400);
    const foreign = await browser.post(ADD, { ...made, csrf: "none" });
    expect(foreign.status).toBe(403);
  });
});

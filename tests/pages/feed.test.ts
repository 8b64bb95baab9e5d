import type { Insertable } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import { er7, play } from "~server/messages/testing/played-feed";
import type { Sender } from "~server/messages/service";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Browser, Page } from "./support/browser";
import { CENSUS, PASSWORD } from "./support/census";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore, withoutTable } from "./support/store-of-portal";
import { idleFor } from "./support/stored-sessions";

const OVER_MS = 15 * 60_000;
const PASSWORD_PAGE = "/change-password";
const NOT_SENT =
  "Nothing was changed: your form could not be sent. Please try again.";

type StoredMessage = Partial<Insertable<FeedMessageTable>>;

const WILLOW: Sender = {
  sender: "PCC",
  facility: "WILLOW",
  role: "facility",
  facility_id: 101,
  codes: "PV1-36:HOSP=02",
  bound_to: "",
  version: 3,
};
const NEWER: Sender = { ...WILLOW, codes: "", version: 4 };
const WAITS = {
  id: 12,
  received_at: "2026-03-04T07:00:00.000Z",
  sender: "LAB<b>",
  location: "ELM",
  control_id: "77",
  reused_id: 1,
  status: "waiting",
  reason: "unknown_sender",
} as const satisfies StoredMessage;
const UNUSABLE = {
  ...WAITS,
  id: 11,
  status: "unusable",
  reason: "no_time",
} as const satisfies StoredMessage;
const RAW =
  "MSH|^~\\&|LAB\rPID|1||77^^^LAB^MR||Haskerby^<i>Bel\nZZ1|own\r\nhalf a line\r";

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  // Who changes the password.
  census: {
    "users.csv": `${CENSUS["users.csv"]}
asker,Ann,Asker,${PASSWORD},account_manager,0,false`,
  },
});

const browserOf = (username = "accounts") =>
  portal.browser().loggedIn(username);

/** As if these alone were known as senders. */
const keepSenders = (...senders: Sender[]) =>
  inStore(portal, async ({ db }) => {
    await db.deleteFrom("senders").execute();
    for (const sender of senders) {
      const row = { ...sender, updated_at: WAITS.received_at };
      await db.insertInto("senders").values(row).execute();
    }
  });

/** As if these messages alone had come. */
const keepMessages = (...messages: (StoredMessage & { raw?: string })[]) =>
  inStore(portal, async ({ db }) => {
    for (const table of ["feed_raw", "feed_messages"] as const) {
      await db.deleteFrom(table).execute();
    }
    for (const { raw, ...message } of messages) {
      await storeMessage(db, message, raw);
    }
  });

const storedSenders = () =>
  inStore(portal, ({ db }) =>
    db.selectFrom("senders").selectAll().orderBy("sender").execute(),
  );

/** What has been done with messages, by the audit trail. */
const treated = () =>
  inStore(portal, async ({ db }) => {
    const events = await db
      .selectFrom("audit_events")
      .where("action", "in", ["retry_message", "drop_message"])
      .select("action")
      .execute();
    return events.map(({ action }) => action);
  });

/** As in another tab: the session goes on under a new id. */
async function changePassword(browser: Browser): Promise<void> {
  const changed = await browser.post(PASSWORD_PAGE, {
    csrf: await browser.csrfToken(PASSWORD_PAGE),
    currentPassword: PASSWORD,
    password: "Canary-new-1",
    confirmPassword: "Canary-new-1",
  });
  expect([changed.status, changed.location]).toEqual([303, "/users"]);
}

function cellsOf({ text }: Page, table: string): (string | undefined)[][] {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => cell.textContent?.trim()),
  );
}

function linksOf({ text }: Page): Map<string, string | null> {
  return new Map(
    all(documentOf(text), "main a").map((link) => [
      nameOf(link),
      link.getAttribute("href"),
    ]),
  );
}

function fieldsOf({ text }: Page): (string | null)[] {
  return all(documentOf(text), "main form :is(select, input)").map((field) =>
    field.getAttribute("name"),
  );
}

describe("the page of messages", () => {
  beforeEach(async () => {
    await keepSenders(WILLOW);
    await keepMessages({ ...WAITS, id: 10 }, UNUSABLE, WAITS);
  });

  it("lists senders, and what waits with its reason and what to do", async () => {
    const page = await (await browserOf()).get("/feed");
    expect(page.status).toBe(200);
    expect(documentOf(page.text).title).toBe("Messages – Sojourn");
    expect(cellsOf(page, "senders")).toEqual([
      ["PCC", "WILLOW", "Facility (stays)", "Elm House", "PV1-36:HOSP=02"],
    ]);
    expect(cellsOf(page, "messages").map((row) => row.slice(1, 5))).toEqual([
      ["ADT^A01", "LAB<b>", "Waits", "Unknown sending application"],
      ["ADT^A01", "LAB<b>", "Cannot be used", "No time"],
      ["ADT^A01", "LAB<b>", "Waits", "Unknown sending application"],
    ]);
    const links = linksOf(page);
    // Most first.
    expect(textsOf(documentOf(page.text), "#found li")).toEqual([
      "Unknown sending application: 2",
      "No time: 1",
    ]);
    expect(links.get("No time: 1")).toBe("/feed?reason=no_time#found");
    expect(links.get("Add its sender, message 12")).toBe(
      "/feed/sender?sender=LAB%3Cb%3E&facility=ELM",
    );
    expect(links.get("Change sender: PCC, WILLOW")).toBe(
      "/feed/sender?sender=PCC&facility=WILLOW",
    );
    const users = await (await browserOf()).get("/users");
    const tab = documentOf(users.text).querySelector("nav a[href='/feed']");
    expect(textOf(tab)).toBe("Messages");
  });

  it("leads to older messages and back", async () => {
    await keepMessages(
      ...Array.from({ length: 51 }, (_, id) => ({ ...WAITS, id })),
    );
    const browser = await browserOf();
    const first = linksOf(await browser.get("/feed"));
    expect(first.get("Older messages")).toBe("/feed?before=1#messages");
    const older = await browser.get("/feed?before=1");
    expect(cellsOf(older, "messages")).toHaveLength(1);
    expect(linksOf(older).get("Newest messages")).toBe("/feed#messages");
  });

  it("lists what the address says, and leaves out what it cannot use", async () => {
    const used = { ...WAITS, status: "used", reason: null } as const;
    const stored = [
      { ...used, id: 7, sender: "PCC" },
      { ...used, id: 8 },
    ];
    await keepMessages(...stored, UNUSABLE, WAITS);
    const browser = await browserOf();
    const idsOf = async (query: string) => {
      const { text } = await browser.get(`/feed${query}`);
      return all(documentOf(text), "#messages tbody th a").map((link) =>
        link.getAttribute("href")?.split("/").at(-1),
      );
    };
    expect(await idsOf("?status=used&sender=PCC&before=9")).toEqual(["7"]);
    expect(await idsOf("?status=used&reason=no_stay")).toEqual([]);
    expect(await idsOf("?reason=no_time")).toEqual(["11"]);
    expect(await idsOf("?status=lost&reason=none&before=x")).toEqual([
      "12",
      "11",
    ]);
  });

  it("counts the reasons of what it lists alone, and lands at what was found", async () => {
    const browser = await browserOf();
    const reasonsOf = async (query: string) => {
      const { text } = await browser.get(`/feed${query}`);
      return textsOf(documentOf(text), "#found li");
    };
    expect(await reasonsOf("?status=waiting")).toEqual([
      "Unknown sending application: 2",
    ]);
    expect(await reasonsOf("?status=unusable&reason=no_time")).toEqual([
      "No time: 1",
    ]);
    expect(await reasonsOf("?status=used")).toEqual([]);
    expect(await reasonsOf("?sender=PCC")).toEqual([]);
    const document = documentOf((await browser.get("/feed")).text);
    const form = document.querySelector("form[aria-label=Filters]");
    expect(form?.getAttribute("action")).toBe("/feed#found");
    expect(textsOf(document, "main h2")).toEqual([
      "Waiting or unusable messages",
      "Senders",
    ]);
  });

  it("says that nothing waits, that nothing ever came, and that nobody is known", async () => {
    const browser = await browserOf();
    await keepMessages({ ...WAITS, status: "used", reason: null });
    await keepSenders();
    const none = await browser.get("/feed");
    expect(none.text).toContain("No message waits.");
    expect(none.text).toContain("No senders yet.");
    // What was dropped can be looked for all the same.
    expect(fieldsOf(none)).toEqual(["status", "reason", "sender"]);
    const dropped = await browser.get("/feed?status=dropped");
    expect(dropped.text).toContain("There are no such messages.");
    expect(textsOf(documentOf(dropped.text), "#messages-heading")).toEqual([
      "Messages: dropped",
    ]);
    expect((await browser.get("/feed?before=3")).text).toContain(
      "There are no older messages.",
    );
    await keepMessages();
    const nothing = await browser.get("/feed");
    expect(nothing.text).toContain("No messages yet.");
    expect(fieldsOf(nothing)).toEqual([]);
  });

  it("says so where messages cannot be read", async () => {
    const browser = await browserOf();
    const page = await withoutTable(portal, "feed_messages", () =>
      browser.get("/feed"),
    );
    expect(page.status).toBe(200);
    expect(documentOf(page.text).title).toBe("Error: Messages – Sojourn");
    expect(cellsOf(page, "senders")).toHaveLength(1);
  });
});

describe("the form of a sender", () => {
  beforeEach(() => keepSenders(WILLOW));

  const NEW = "/feed/sender?sender=LAB&facility=ELM";
  const KNOWN = "/feed/sender?sender=PCC&facility=WILLOW";

  const BIRCH: Sender = {
    ...NEWER,
    ...{ sender: "MATRIX", facility: "BIRCH", version: 8 },
  };
  const STALE =
    "Someone else changed this sender. Check it and change it again.";

  /** The version that the form sends, and what is chosen and typed in it. */
  function formOf({ text }: Page): (string | null | undefined)[] {
    const document = documentOf(text);
    const form = document.querySelector("form:has(#codes)");
    return [
      form?.querySelector("[name=version]")?.getAttribute("value"),
      form?.querySelector("#role [selected]")?.getAttribute("value"),
      form?.querySelector("#codes")?.textContent,
    ];
  }

  it("is filled with the name and code of a message, and adds the sender", async () => {
    const browser = await browserOf();
    const page = await browser.get(NEW);
    const document = documentOf(page.text);
    expect(textsOf(document, "h1")).toEqual(["Add sender"]);
    const value = (id: string) =>
      document.querySelector(`#${id}`)?.getAttribute("value");
    expect([value("sender"), value("facility")]).toEqual(["LAB", "ELM"]);
    expect(textsOf(document, "#facility_id option")).toEqual([
      "Any facility (hospitals only)",
      "Elm House",
      "Oak House",
      "Fir House",
      "Ash House",
    ]);
    const answer = await browser.post(NEW, {
      csrf: await browser.csrfToken("/feed/message/12"),
      sender: " LAB ",
      facility: "ELM",
      role: "facility",
      facility_id: "101",
      codes: "PV1-2:EMR=E",
      bound_to: " 10.1.0.7 lab.example ",
    });
    expect([answer.status, answer.location]).toEqual([303, "/feed"]);
    expect((await storedSenders())[0]).toMatchObject({
      sender: "LAB",
      facility: "ELM",
      role: "facility",
      facility_id: 101,
      codes: "PV1-2:EMR=E",
      bound_to: "10.1.0.7 lab.example",
    });
  });

  it("explains what is wrong, keeps what was typed, and saves nothing", async () => {
    const browser = await browserOf();
    const answer = await browser.post(NEW, {
      csrf: await browser.csrfToken(NEW),
      sender: "LAB",
      facility: "ELM",
      role: "facility",
      facility_id: "",
      codes: "PV1-36:HOSP",
      bound_to: "10.1.0.300",
    });
    expect(answer.status).toBe(400);
    const document = documentOf(answer.text);
    expect(textsOf(document, "[role=alert] a")).toEqual([
      "Choose the facility of these messages.",
      "The entry “PV1-36:HOSP” must be a field, a colon, a word, = and its code, as in PV1-36:HOSP=02.",
      "Enter IP addresses, networks such as 10.1.0.0/16, names of certificates, or “files”, separated by spaces.",
    ]);
    expect(document.querySelector("#codes")?.textContent).toBe("PV1-36:HOSP");
    expect(await storedSenders()).toMatchObject([WILLOW]);
  });

  it("changes a sender by the version that was read, and says when another was quicker", async () => {
    const browser = await browserOf();
    const page = await browser.get(KNOWN);
    expect(textsOf(documentOf(page.text), "h1")).toEqual(["Change sender"]);
    // Its name and code never change, so they are no fields.
    expect(textsOf(documentOf(page.text), "main dd")).toEqual([
      "PCC",
      "WILLOW",
    ]);
    expect(page.text).toContain("leave the figures");
    const csrf = await browser.csrfToken(KNOWN);
    await keepSenders(NEWER);
    const { sender, facility } = WILLOW;
    const answer = await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility },
      ...{ role: "hospital", facility_id: "", codes: "PV1-2:EMR=E" },
      bound_to: "10.1.0.7",
    });
    expect(answer.status).toBe(409);
    expect(await storedSenders()).toMatchObject([NEWER]);
    expect(textsOf(documentOf(answer.text), "[role=alert] li")).toEqual([
      STALE,
      "Sends as: Facility (stays)",
      "Facility: Elm House",
      "Codes: none",
      "Bound to: none",
      "Save again to replace it with this form.",
    ]);
    expect(formOf(answer)).toEqual(["4", "hospital", "PV1-2:EMR=E"]);
  });

  it("that is ended too late shows the sender as it is by now, with nothing emptied", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    await keepSenders(NEWER);
    const { sender, facility } = WILLOW;
    const answer = await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, intent: "end" },
    });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(STALE);
    expect(formOf(answer)).toEqual(["4", "facility", ""]);
  });

  it("that comes back after login still is about the version that was opened, and only on its own page", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    const { sender, facility } = WILLOW;
    idleFor(portal, OVER_MS);
    const typed = {
      role: "facility",
      facility_id: "101",
      codes: "IN1-2:A=ISNP",
    };
    await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, ...typed },
    });
    await keepSenders(NEWER, BIRCH);
    await browser.loggedIn("accounts");
    const other = "/feed/sender?sender=MATRIX&facility=BIRCH";
    expect(formOf(await browser.get(other))).toEqual(["8", "facility", ""]);
    const back = await browser.get(KNOWN);
    expect(formOf(back)).toEqual(["3", "facility", "IN1-2:A=ISNP"]);
    expect(back.text).toContain("We put back what you had typed");
  });

  it("whose end was not sent comes back with the sender as it is", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    const { sender, facility } = WILLOW;
    idleFor(portal, OVER_MS);
    await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, intent: "end" },
    });
    await browser.loggedIn("accounts");
    expect(formOf(await browser.get(KNOWN))).toEqual([
      "3",
      "facility",
      "PV1-36:HOSP=02",
    ]);
  });

  it.each(["10x", "999"])("knows no facility %s", async (facility_id) => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(NEW);
    const answer = await browser.post(NEW, {
      ...{ csrf, sender: "LAB", facility: "ELM", role: "hospital" },
      ...{ facility_id, codes: "" },
    });
    expect(answer.status).toBe(400);
    expect(textsOf(documentOf(answer.text), "[role=alert] a")).toEqual([
      "There is no such facility.",
    ]);
    expect(await storedSenders()).toMatchObject([WILLOW]);
  });

  it("ends a sender", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    const { sender, facility } = WILLOW;
    const answer = await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, intent: "end" },
    });
    expect([answer.status, answer.location]).toEqual([303, "/feed"]);
    expect(await storedSenders()).toEqual([]);
  });
});

describe("the page of one message", () => {
  const PAGE = "/feed/message/12";
  const MESSAGE = {
    ...WAITS,
    facility_id: 101,
    came_from: JSON.stringify(["10.1.0.7", "lab.example"]),
    raw: RAW,
  };
  beforeEach(() => keepMessages(MESSAGE));

  it("shows it segment by segment, and what can be done", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(textsOf(document, "main code")).toEqual([
      "MSH|^~\\&|LAB",
      "PID|1||77^^^LAB^MR||Haskerby^<i>Bel",
      "ZZ1|own",
      "half a line",
    ]);
    expect(textsOf(document, "main ol p")).toEqual([
      "MSH, Header",
      "PID, Patient",
      "ZZ1",
    ]);
    expect(textsOf(document, "main form button")).toEqual([
      "Try again",
      "Drop message",
    ]);
    expect(textsOf(document, "dd")).toContain(
      "77 (Another message of this sender has the same id.)",
    );
    expect(textsOf(document, "dd")).toContain("Elm House");
    expect(textsOf(document, "dd")).toContain("10.1.0.7, lab.example");
    expect((await portal.log()).join("")).not.toContain("Haskerby");
  });

  it("has it tried again, and refuses what is no task", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    const before = await treated();
    const answer = await browser.post(PAGE, { csrf, task: "retry" });
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    expect((await browser.get(PAGE)).text).toContain(
      "The message is being processed again.",
    );
    expect((await browser.post(PAGE, { csrf, task: "burn" })).status).toBe(400);
    expect(await treated()).toEqual([...before, "retry_message"]);
  });

  it("says once that a form of the session before did nothing", async () => {
    const browser = await browserOf("asker");
    const csrf = await browser.csrfToken(PAGE);
    const before = await treated();
    await changePassword(browser);
    const answer = await browser.post(PAGE, { csrf, task: "drop" });
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    // An error page does not use the sentence up.
    const failed = await withoutTable(portal, "feed_raw", () =>
      browser.get(PAGE),
    );
    expect(failed.text).not.toContain(NOT_SENT);
    expect((await browser.get(PAGE)).text).toContain(NOT_SENT);
    expect((await browser.get(PAGE)).text).not.toContain(NOT_SENT);
    expect(await treated()).toEqual(before);
  });

  it("says why it was not done", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    await keepMessages({ ...MESSAGE, status: "dropped" });
    const answer = await browser.post(PAGE, { csrf, task: "drop" });
    expect(answer.status).toBe(409);
    expect(textsOf(documentOf(answer.text), "[role=alert] li")).toEqual([
      "The message has changed since. Check it first.",
    ]);
  });

  it("shows the rest where the text was deleted", async () => {
    const { raw: _raw, ...withoutText } = MESSAGE;
    await keepMessages(withoutText);
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.text).toContain(
      "The text was deleted after its retention period.",
    );
    expect(page.text).not.toContain("is recorded");
    expect(textsOf(documentOf(page.text), "dd")).toContain("Elm House");
  });

  it("is one part where it is FHIR", async () => {
    const raw = '{ "resourceType": "Bundle" }';
    await keepMessages({ ...MESSAGE, raw: `${raw}\n` });
    const page = await (await browserOf()).get(PAGE);
    expect(textsOf(documentOf(page.text), "main code")).toEqual([raw]);
  });

  it("is not found where there is none, or the address is none", async () => {
    const browser = await browserOf();
    await keepMessages();
    expect((await browser.get(PAGE)).status).toBe(404);
    expect((await browser.get("/feed/message/first")).status).toBe(404);
  });
});

it("an account manager without scripts says who sends a waiting message, and sees it used", async () => {
  await keepSenders();
  await keepMessages();
  const now = new Date();
  const admission = er7("A01", "202606101000", {
    sender: "NIGHTINGALE",
    pv1: { 2: "I", 19: "V1" },
  });
  await inStore(portal, ({ db }) => play(db, [admission], now));
  const browser = await browserOf();
  const waiting = [...linksOf(await browser.get("/feed")).values()];
  const form = waiting.find((href) =>
    href?.startsWith("/feed/sender?sender=N"),
  );
  const message = waiting.find((href) => href?.startsWith("/feed/message/"));
  expect(form).toBe("/feed/sender?sender=NIGHTINGALE&facility=WILLOW");
  const saved = await browser.post(form ?? "", {
    csrf: await browser.csrfToken(form ?? ""),
    sender: "NIGHTINGALE",
    facility: "WILLOW",
    role: "facility",
    facility_id: "102",
    codes: "",
  });
  expect([saved.status, saved.location]).toEqual([303, "/feed"]);
  const factsNow = async () => {
    const page = documentOf((await browser.get(message ?? "")).text);
    return textsOf(page, "dd");
  };
  // No feed runs: the portal applies it.
  await expect
    .poll(factsNow, { timeout: 10_000 })
    .toEqual(expect.arrayContaining(["Used", "NIGHTINGALE", "Oak House"]));
});

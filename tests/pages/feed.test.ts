import { beforeEach, describe, expect, it } from "vitest";
import type { FeedMessage, Sender } from "~/contract/feed";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, nameOf, textsOf } from "./support/document";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { idleFor } from "./support/stored-sessions";

const OVER_MS = 15 * 60_000;
const PASSWORD_PAGE = "/change-password";
const NOT_SENT =
  "Nothing was changed: your form could not be sent. Please try again.";
const SENDERS = "/feed/senders";
const MESSAGES = "/feed/messages";
const ORGANIZATION = "/api/company/organization";

const WILLOW: Sender = {
  sender: "PCC",
  facility: "WILLOW",
  role: "facility",
  facility_id: 101,
  codes: "PV1-36:HOSP=02",
  bound_to: "",
  version: 3,
};
const WAITS: FeedMessage = {
  id: 12,
  received_at: "2026-03-04T07:00:00.000Z",
  sender: "LAB<b>",
  facility: null,
  location: "ELM",
  control_id: "77",
  reused_id: true,
  type: "ADT^A01",
  status: "waiting",
  reason: "unknown_sender",
  facility_id: null,
};
const UNUSABLE: FeedMessage = {
  ...WAITS,
  id: 11,
  status: "unusable",
  reason: "no_time",
};
const RAW = "MSH|^~\\&|LAB\rPID|1||77^^^LAB^MR||Haskerby^<i>Bel\r";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function browserOf(role = "account_manager"): Promise<Browser> {
  signsIn(host, { role });
  return portal.browser().loggedIn(role);
}

/** As in another tab: the session goes on under a new id. */
async function changePassword(browser: Browser): Promise<void> {
  host.on("/auth/me/password/", (_, response) => {
    response.writeHead(204).end();
  });
  const changed = await browser.post(PASSWORD_PAGE, {
    csrf: await browser.csrfToken(PASSWORD_PAGE),
    currentPassword: "Canary-old-1",
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

/** What the host was sent by the calls of a path that change something. */
function bodiesOf(path: string): unknown[] {
  return host
    .callsTo(path)
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as unknown);
}

beforeEach(() => {
  says(host, SENDERS, { data: [WILLOW] });
  const counts = [
    { reason: "as_yet_unnamed", count: 2 },
    { reason: "no_time", count: 15 },
    { reason: "unknown_sender", count: 1_200 },
  ];
  says(host, MESSAGES, { data: [WAITS, UNUSABLE], next: 11, counts });
  says(host, ORGANIZATION, {
    data: {
      divisions: [],
      regions: [],
      facilities: [
        {
          facility_id: 101,
          facility_name: "Willow House",
          region_id: 11,
          region_name: "Lakes",
          division_id: 1,
          overall: null,
          health_inspection: null,
          qm: null,
          staffing: null,
        },
      ],
    },
  });
});

describe("the page of messages", () => {
  it("lists senders, and what waits with its reason and what to do", async () => {
    const page = await (await browserOf()).get("/feed");
    expect(page.status).toBe(200);
    expect(documentOf(page.text).title).toBe("Messages – Sojourn");
    expect(cellsOf(page, "senders")).toEqual([
      ["PCC", "WILLOW", "Facility, of stays", "Willow House", "PV1-36:HOSP=02"],
    ]);
    expect(cellsOf(page, "messages").map((row) => row.slice(1, 5))).toEqual([
      ["ADT^A01", "LAB<b>", "Waits", "Its sending application is not known"],
      ["ADT^A01", "LAB<b>", "Cannot be used", "It has no time"],
    ]);
    const links = linksOf(page);
    // Most first; a reason that only a newer host knows has no list.
    expect(textsOf(documentOf(page.text), "#found li")).toEqual([
      "Its sending application is not known: 1,200",
      "It has no time: 15",
      "as_yet_unnamed: 2",
    ]);
    expect(links.get("It has no time: 15")).toBe("/feed?reason=no_time#found");
    expect(links.get("Add its sender, message 12")).toBe(
      "/feed/sender?sender=LAB%3Cb%3E&facility=ELM",
    );
    expect(links.get("Change sender: PCC, WILLOW")).toBe(
      "/feed/sender?sender=PCC&facility=WILLOW",
    );
    expect(links.get("Older messages")).toBe("/feed?before=11#messages");
  });

  it("asks for what the address says, and leaves out what it cannot use", async () => {
    const browser = await browserOf();
    await browser.get("/feed?status=used&reason=no_stay&sender=PCC&before=9");
    await browser.get("/feed?status=lost&reason=none&before=x");
    expect(
      host.callsTo(MESSAGES).map(({ path }) => new URL(path, host.url).search),
    ).toEqual(["?status=used&reason=no_stay&sender=PCC&before=9", ""]);
  });

  it("counts the reasons of what it lists alone, and lands at what was found", async () => {
    const browser = await browserOf();
    const reasonsOf = async (query: string) => {
      const { text } = await browser.get(`/feed${query}`);
      return textsOf(documentOf(text), "#found li");
    };
    expect(await reasonsOf("?status=waiting")).toEqual([
      "Its sending application is not known: 1,200",
      "as_yet_unnamed: 2",
    ]);
    expect(await reasonsOf("?status=unusable&reason=no_time")).toEqual([
      "It has no time: 15",
    ]);
    expect(await reasonsOf("?status=used")).toEqual([]);
    expect(await reasonsOf("?sender=PCC")).toEqual([]);
    const document = documentOf((await browser.get("/feed")).text);
    const form = document.querySelector("form[aria-label=Filters]");
    expect(form?.getAttribute("action")).toBe("/feed#found");
    expect(textsOf(document, "main h2")).toEqual([
      "Messages that wait or cannot be used",
      "Senders",
    ]);
  });

  it("says that nothing waits, that nothing ever came, and that nobody is known", async () => {
    const browser = await browserOf();
    says(host, MESSAGES, { data: [], next: null, counts: [] });
    host.on(SENDERS, (_, response) => void response.writeHead(204).end());
    const none = await browser.get("/feed");
    expect(none.text).toContain("No message waits.");
    expect(none.text).toContain("Nobody is known as a sender yet.");
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
    host.on(MESSAGES, (_, response) => void response.writeHead(204).end());
    const nothing = await browser.get("/feed");
    expect(nothing.text).toContain("No feed has sent anything yet.");
    expect(fieldsOf(nothing)).toEqual([]);
  });

  it("asks a host without these calls once in a session, and says so", async () => {
    const browser = await browserOf();
    says(host, SENDERS, { message: "no such call" }, 404);
    says(host, MESSAGES, { message: "no such call" }, 404);
    for (let count = 0; count < 2; count += 1) {
      const page = await browser.get("/feed");
      expect(page.status).toBe(200);
      expect(page.text).toContain("Your data source takes no messages.");
    }
    expect(host.callsTo(MESSAGES)).toHaveLength(1);
    expect((await browser.get("/feed/sender")).status).toBe(404);
  });

  it("tells of a host that fails", async () => {
    const browser = await browserOf();
    says(host, MESSAGES, {}, 500);
    const page = await browser.get("/feed");
    expect(page.status).toBe(200);
    expect(documentOf(page.text).title).toBe("Error: Messages – Sojourn");
    expect(cellsOf(page, "senders")).toHaveLength(1);
  });

  it("and its pages are forbidden to everybody else", async () => {
    const browser = await browserOf("admin");
    for (const path of ["/feed", "/feed/sender", "/feed/message/12"]) {
      expect([path, (await browser.get(path)).status]).toEqual([path, 403]);
      expect((await browser.post(path, {})).status).toBeGreaterThanOrEqual(403);
    }
    expect(host.callsTo("/feed")).toEqual([]);
  });
});

describe("the form of a sender", () => {
  const NEW = "/feed/sender?sender=LAB&facility=ELM";
  const KNOWN = "/feed/sender?sender=PCC&facility=WILLOW";

  const NEWER: Sender = { ...WILLOW, codes: "", version: 4 };
  const BIRCH: Sender = {
    ...NEWER,
    ...{ sender: "MATRIX", facility: "BIRCH", version: 8 },
  };

  /** Answers posts with 409, and says what is stored by now. */
  function refusesPosts(stored: { data: Sender[] }): void {
    const answer: Parameters<FakeHost["on"]>[1] = (request, response) => {
      const isPost = request.method === "POST";
      response.writeHead(isPost ? 409 : 200, {
        "content-type": "application/json",
      });
      const stale = { error: "Somebody else has changed this sender." };
      response.end(JSON.stringify(isPost ? stale : stored));
    };
    host.on(SENDERS, answer);
    host.on(`${SENDERS}/end`, answer);
  }

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
      "Willow House",
    ]);
    says(host, SENDERS, {});
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
    expect(bodiesOf(SENDERS)).toEqual([
      {
        sender: "LAB",
        facility: "ELM",
        role: "facility",
        facility_id: 101,
        codes: "PV1-2:EMR=E",
        bound_to: "10.1.0.7 lab.example",
      },
    ]);
  });

  it("explains what is wrong, keeps what was typed, and sends nothing", async () => {
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
      "Choose the facility whose messages these are.",
      "The entry “PV1-36:HOSP” must be a field, a colon, a word, = and its code, as in PV1-36:HOSP=02.",
      "Give IP addresses, networks such as 10.1.0.0/16, names of certificates, or “files”, separated by spaces.",
    ]);
    expect(document.querySelector("#codes")?.textContent).toBe("PV1-36:HOSP");
    expect(bodiesOf(SENDERS)).toEqual([]);
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
    refusesPosts({ data: [NEWER] });
    const { sender, facility } = WILLOW;
    const answer = await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility },
      ...{ role: "hospital", facility_id: "", codes: "PV1-2:EMR=E" },
      bound_to: "10.1.0.7",
    });
    expect(answer.status).toBe(409);
    expect(bodiesOf(SENDERS)).toMatchObject([
      { version: 3, codes: "PV1-2:EMR=E" },
    ]);
    expect(textsOf(documentOf(answer.text), "[role=alert] li")).toEqual([
      "Somebody else has changed this sender.",
      "Sends as: Facility, of stays",
      "Facility: Willow House",
      "Codes: none",
      "Bound to: none",
      "Save again to replace that with what is in this form.",
    ]);
    expect(formOf(answer)).toEqual(["4", "hospital", "PV1-2:EMR=E"]);
  });

  it("that is ended too late shows the sender as it is by now, with nothing emptied", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    refusesPosts({ data: [NEWER] });
    const { sender, facility } = WILLOW;
    const answer = await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, intent: "end" },
    });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("Somebody else has changed this sender.");
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
    says(host, SENDERS, { data: [NEWER, BIRCH] });
    await browser.loggedIn("account_manager");
    const other = "/feed/sender?sender=MATRIX&facility=BIRCH";
    expect(formOf(await browser.get(other))).toEqual(["8", "facility", ""]);
    const back = await browser.get(KNOWN);
    expect(formOf(back)).toEqual(["3", "facility", "IN1-2:A=ISNP"]);
    expect(back.text).toContain("We put back what you had typed");
  });

  it("that was open while the password was changed in another tab comes back", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    await changePassword(browser);
    const answer = await browser.post(KNOWN, {
      csrf,
      version: "3",
      sender: WILLOW.sender,
      facility: WILLOW.facility ?? "",
      role: "facility",
      facility_id: "101",
      codes: "IN1-2:A=ISNP",
    });
    expect([answer.status, answer.location]).toEqual([303, KNOWN]);
    const back = await browser.get(KNOWN);
    expect(formOf(back)).toEqual(["3", "facility", "IN1-2:A=ISNP"]);
    expect(back.text).toContain(
      "We put back what you had typed. It has not been saved.",
    );
    expect(bodiesOf(SENDERS)).toEqual([]);
  });

  it("whose end was not sent comes back with the sender as it is", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    const { sender, facility } = WILLOW;
    idleFor(portal, OVER_MS);
    await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, intent: "end" },
    });
    await browser.loggedIn("account_manager");
    expect(formOf(await browser.get(KNOWN))).toEqual([
      "3",
      "facility",
      "PV1-36:HOSP=02",
    ]);
  });

  it("takes no text for any facility", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(NEW);
    const answer = await browser.post(NEW, {
      ...{ csrf, sender: "LAB", facility: "ELM", role: "hospital" },
      ...{ facility_id: "10x", codes: "" },
    });
    expect(answer.status).toBe(400);
    expect(textsOf(documentOf(answer.text), "[role=alert] a")).toEqual([
      "There is no such facility.",
    ]);
    expect(bodiesOf(SENDERS)).toEqual([]);
  });

  it("ends a sender", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(KNOWN);
    host.on(
      `${SENDERS}/end`,
      (_, response) => void response.writeHead(204).end(),
    );
    const { sender, facility } = WILLOW;
    const answer = await browser.post(KNOWN, {
      ...{ csrf, version: "3", sender, facility, intent: "end" },
    });
    expect([answer.status, answer.location]).toEqual([303, "/feed"]);
    expect(bodiesOf(`${SENDERS}/end`)).toEqual([
      { sender, facility, version: 3 },
    ]);
  });
});

describe("the page of one message", () => {
  const PAGE = "/feed/message/12";
  const CALL = `${MESSAGES}/12`;
  const MESSAGE = {
    ...WAITS,
    facility_id: 101,
    encoding: "hl7",
    came_from: ["10.1.0.7", "lab.example"],
    raw: RAW,
    raw_is_closed: false,
  };
  beforeEach(() => says(host, CALL, MESSAGE));

  it("shows it segment by segment, and what can be done", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(textsOf(document, "main code")).toEqual([
      "MSH|^~\\&|LAB",
      "PID|1||77^^^LAB^MR||Haskerby^<i>Bel",
    ]);
    expect(textsOf(document, "main form button")).toEqual([
      "Try again",
      "Drop message",
    ]);
    expect(textsOf(document, "dd")).toContain(
      "77 (Another message of this sender has the same id.)",
    );
    expect(textsOf(document, "dd")).toContain("Willow House");
    expect(textsOf(document, "dd")).toContain("10.1.0.7, lab.example");
    expect((await portal.log()).join("")).not.toContain("Haskerby");
  });

  it("has it tried again, and refuses what is no task", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    host.on(CALL, (_, response) => void response.writeHead(204).end());
    const answer = await browser.post(PAGE, { csrf, task: "retry" });
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    expect(bodiesOf(CALL)).toEqual([{ action: "retry" }]);
    expect((await browser.post(PAGE, { csrf, task: "burn" })).status).toBe(400);
  });

  it("says once that a form of the session before did nothing", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    await changePassword(browser);
    const answer = await browser.post(PAGE, { csrf, task: "drop" });
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    // An error page does not use the sentence up.
    says(host, CALL, {}, 500);
    expect((await browser.get(PAGE)).text).not.toContain(NOT_SENT);
    says(host, CALL, MESSAGE);
    expect((await browser.get(PAGE)).text).toContain(NOT_SENT);
    expect((await browser.get(PAGE)).text).not.toContain(NOT_SENT);
    expect(bodiesOf(CALL)).toEqual([]);
  });

  it("says why the host did not do it", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(PAGE);
    host.on(CALL, (request, response) => {
      const isPost = request.method === "POST";
      response.writeHead(isPost ? 409 : 200, {
        "content-type": "application/json",
      });
      response.end(
        JSON.stringify(isPost ? { error: "It is in another state." } : MESSAGE),
      );
    });
    const answer = await browser.post(PAGE, { csrf, task: "drop" });
    expect(answer.status).toBe(409);
    expect(textsOf(documentOf(answer.text), "[role=alert] li")).toEqual([
      "It is in another state.",
    ]);
  });

  it.each([
    [false, "The text was deleted, as its time was over."],
    [true, "Your account may not read data of residents."],
  ])(
    "shows the rest where there is no text to show (closed: %s)",
    async (raw_is_closed, words) => {
      says(host, CALL, { ...MESSAGE, raw: null, raw_is_closed });
      const page = await (await browserOf()).get(PAGE);
      expect(page.status).toBe(200);
      expect(page.text).toContain(words);
      expect(page.text).not.toContain("is recorded");
      expect(textsOf(documentOf(page.text), "dd")).toContain("Willow House");
    },
  );

  it("is not found where there is none, or the address is none", async () => {
    const browser = await browserOf();
    says(host, CALL, { error: "This was not found." }, 404);
    expect((await browser.get(PAGE)).status).toBe(404);
    expect((await browser.get("/feed/message/first")).status).toBe(404);
  });
});

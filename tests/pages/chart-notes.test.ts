import { beforeEach, describe, expect, it } from "vitest";
import type { SentChartNote } from "~/contract/chart-notes";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { idleFor } from "./support/stored-sessions";

const OVER_MS = 15 * 60_000;
const PAGE = "/events/facility/101";
const CALL = "/chart-notes/facility/101";
const AT = "2026-03-20T15:05:00.000Z";

const EVENT: SentChartNote = {
  id: 4,
  kind: "event",
  level: "facility",
  place_id: 101,
  place_name: "Elm House",
  measures: ["rth_30", "ed_30"],
  from: "2026-03-14",
  text: "A new <b>unit manager</b>",
  version: 1,
  author: "Ada Ames",
  added_at: AT,
  ended_by: null,
  ended_at: null,
};
const ABOVE: SentChartNote = {
  ...EVENT,
  id: 5,
  level: "company",
  place_id: 0,
  place_name: null,
  measures: [...GRAPH_TAGS],
  from: "2026-05-01",
  text: "A new contract",
};
const PHASE: SentChartNote = {
  ...EVENT,
  id: 6,
  kind: "phase",
  measures: ["hosp_1000"],
  from: "2025-01-01",
  text: "Calls after admission",
};
const ENDED: SentChartNote = {
  ...EVENT,
  id: 7,
  kind: "phase",
  from: "2025-06-01",
  text: "Begun by mistake",
  version: 2,
  ended_by: "Ben Bell",
  ended_at: AT,
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function browserOf(role = "company"): Promise<Browser> {
  signsIn(host, { role });
  return portal.browser().loggedIn(role);
}

async function send(
  browser: Browser,
  fields: Record<string, string>,
): Promise<Page> {
  const csrf = await browser.csrfToken("/change-password");
  return browser.post(PAGE, { csrf, ...fields });
}

function saysNotes(notes: SentChartNote[], may_write = true): void {
  says(host, CALL, { data: { notes, may_write } });
}

/** Reads answer what is stored, and writes are refused. */
function refuses(status: number, body: object): void {
  host.on(CALL, (request, response) =>
    request.method === "GET"
      ? sendJson(response, { data: { notes: [EVENT], may_write: true } })
      : sendJson(response, body, status),
  );
}

const rowsOf = ({ text }: Page, id: string) =>
  all(documentOf(text), `#${id} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => textOf(cell).replace(/\s+/g, " ").trim()),
  );

const problemsOf = ({ text }: Page) =>
  textsOf(documentOf(text), "main [role=alert] li");

function postsTo(path: string): unknown[] {
  return host
    .callsTo(path)
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as unknown);
}

describe("the page of events and phases", () => {
  beforeEach(() => {
    says(host, "/api/company/organization/", {
      data: {
        divisions: [],
        regions: [],
        facilities: [
          {
            facility_id: 101,
            facility_name: "Elm House",
            region_id: 11,
            region_name: "Coast",
            division_id: 1,
            division_name: "North",
          },
        ],
      },
    });
    saysNotes([EVENT, ABOVE, PHASE, ENDED]);
  });

  it("lists what is written, what comes from above, and what was ended", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect([page.status, documentOf(page.text).title]).toEqual([
      200,
      "Events and phases: Elm House – Sojourn",
    ]);
    const written = "Ada Ames, 03/20/2026 11:05:00 AM ET";
    expect(rowsOf(page, "notes")).toEqual([
      [
        "A new contract",
        "Event",
        "05/01/2026",
        "All graphs",
        "Company",
        written,
        "",
      ],
      [
        "A new <b>unit manager</b>",
        "Event",
        "03/14/2026",
        "30 Day RTH, 30 Day OP Ed Visits",
        "",
        written,
        "End",
      ],
      [
        "Calls after admission",
        "Phase",
        "from January 2025",
        "Hosp/1000 Days of Care",
        "",
        written,
        "End",
      ],
    ]);
    expect(rowsOf(page, "ended-notes")).toEqual([
      [
        "Begun by mistake",
        "Phase",
        "from June 2025",
        "30 Day RTH, 30 Day OP Ed Visits",
        written,
        "Ben Bell, 03/20/2026 11:05:00 AM ET",
      ],
    ]);
    expect(textsOf(documentOf(page.text), "main h2")).toEqual(
      expect.arrayContaining(["Add an event", "Begin a phase"]),
    );
    expect(page.text).toContain("Name no resident");
  });

  it("is about one graph where the address says so", async () => {
    const page = await (await browserOf()).get(`${PAGE}?graph=hosp_1000`);
    expect(rowsOf(page, "notes").map(([text]) => text)).toEqual([
      "A new contract",
      "Calls after admission",
    ]);
    const ticked = all(
      documentOf(page.text),
      "main input[name=measures][checked]",
    );
    expect(ticked.map((box) => box.getAttribute("value"))).toEqual(
      Array(2).fill("hosp_1000"),
    );
  });

  it("has no form for whoever may read and not write", async () => {
    saysNotes([EVENT], false);
    const page = await (await browserOf()).get(PAGE);
    expect(all(documentOf(page.text), "main form")).toEqual([]);
    expect(page.text).toContain("may read this and not change it");
  });

  it("adds what a form says", async () => {
    const browser = await browserOf();
    const fields = {
      kind: "phase",
      text: " Before ",
      from: "2025-01-01",
      measures: "ed_30",
    };
    const page = await send(browser, fields);
    expect([page.status, page.location]).toEqual([303, `${PAGE}#main`]);
    expect(postsTo(CALL)).toEqual([
      { ...fields, text: "Before", measures: ["ed_30"] },
    ]);
    const { text } = await browser.get(PAGE);
    expect(text).toContain("The phase has begun.");
  });

  it("keeps what was typed where the host refuses it, and says where", async () => {
    refuses(400, { error: "Say what happened.", field: "from" });
    const page = await send(await browserOf(), {
      kind: "phase",
      text: 'New "rounds"',
      from: "2026-02-01",
      measures: "ed_30",
    });
    expect(page.status).toBe(400);
    expect(problemsOf(page)).toEqual(["Say what happened."]);
    const document = documentOf(page.text);
    const [link] = all(document, "main [role=alert] a");
    expect(link?.getAttribute("href")).toBe("#phase-from");
    const [text] = all(document, "#phase-text");
    expect(text?.getAttribute("value")).toBe('New "rounds"');
    const [chosen] = all(document, "#phase-from option[selected]");
    expect(chosen?.getAttribute("value")).toBe("2026-02-01");
    // The other forms are as they were.
    expect(all(document, "#event-text")[0]?.getAttribute("value")).toBeFalsy();
  });

  it("ends an entry, and says so where others came first", async () => {
    const browser = await browserOf();
    const page = await send(browser, { note_id: "4", version: "1" });
    expect([page.status, page.location]).toEqual([303, `${PAGE}#main`]);
    expect(postsTo(`${CALL}/end`)).toEqual([{ note_id: 4, version: 1 }]);
    expect((await browser.get(PAGE)).text).toContain(
      "Event removed from the charts.",
    );
    host.on(`${CALL}/end`, (_, response) =>
      sendJson(response, { error: "old", code: "version_is_old" }, 409),
    );
    await send(browser, { note_id: "4", version: "1" });
    expect((await browser.get(PAGE)).text).toContain(
      "Somebody else has ended this entry.",
    );
  });

  it("asks before a phase ends, and says what changes", async () => {
    const browser = await browserOf();
    const list = await browser.get(`${PAGE}?graph=hosp_1000`);
    const buttons = all(documentOf(list.text), "#notes button");
    expect(buttons).toHaveLength(0);
    const [link] = all(documentOf(list.text), "#end-note-6");
    expect(link?.getAttribute("href")).toBe(
      `${PAGE}?graph=hosp_1000&end=6#end-note`,
    );
    const page = await browser.get(link?.getAttribute("href") ?? "");
    const sheet = documentOf(page.text).querySelector("#end-note");
    if (!sheet) throw new Error("Nothing is asked.");
    for (const said of [
      "no longer begin anew with January 2025",
      "Calls after admission",
      "from January 2025",
    ]) {
      expect(textOf(sheet)).toContain(said);
    }
    expect(all(sheet, "a").map((a) => a.getAttribute("href"))).toEqual([
      `${PAGE}?graph=hosp_1000#end-note-6`,
    ]);
    expect(
      all(sheet, "form input[name]").map((field) => [
        field.getAttribute("name"),
        field.getAttribute("value"),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["note_id", "6"],
        ["version", "1"],
      ]),
    );
    expect(postsTo(`${CALL}/end`)).toEqual([]);
  });

  it.each([
    ["an event", "4"],
    ["what comes from above", "5"],
    ["what was ended", "7"],
    ["nothing", "99"],
    ["what is no number", "x"],
  ])("asks nothing of %s", async (_, id) => {
    const page = await (await browserOf()).get(`${PAGE}?end=${id}`);
    expect([page.status, all(documentOf(page.text), "#end-note")]).toEqual([
      200,
      [],
    ]);
  });

  it("asks nobody who may not write", async () => {
    saysNotes([PHASE], false);
    const page = await (await browserOf()).get(`${PAGE}?end=6`);
    expect(all(documentOf(page.text), "#end-note")).toEqual([]);
  });

  it("says why the host does not end a phase", async () => {
    const words = "This phase cannot be ended.";
    host.on(`${CALL}/end`, (_, response) =>
      sendJson(response, { error: words }, 400),
    );
    const browser = await browserOf();
    await send(browser, { note_id: "6", version: "1" });
    expect((await browser.get(PAGE)).text).toContain(words);
  });

  it("puts entries back that a session's end has cut off", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken("/change-password");
    idleFor(portal, OVER_MS);
    const fields = { kind: "event", text: "A survey", from: "2026-02-03" };
    await browser.post(PAGE, { csrf, ...fields });
    const back = await browser.loggedIn("company");
    const document = documentOf((await back.get(PAGE)).text);
    expect(all(document, "#event-text")[0]?.getAttribute("value")).toBe(
      "A survey",
    );
    expect(all(document, "[data-unsent]")).toHaveLength(1);
  });

  it("takes an end that a session's end has cut off for no entry, and says that nothing was changed", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken("/change-password");
    idleFor(portal, OVER_MS);
    await browser.post(PAGE, { csrf, note_id: "6", version: "1" });
    const back = await browser.loggedIn("company");
    const page = await back.get(PAGE);
    const document = documentOf(page.text);
    expect(all(document, "#event-from")[0]?.getAttribute("value")).toMatch(
      /^\d{4}-\d\d-\d\d$/,
    );
    expect(all(document, "[data-unsent]")).toHaveLength(0);
    expect(page.text).toContain(
      "Nothing was changed: your form came from a session that was over. Please try again.",
    );
  });

  it("takes no form without the token of its session", async () => {
    const browser = await browserOf();
    const page = await browser.post(PAGE, { kind: "event", text: "x" });
    expect(page.status).toBe(403);
    expect(postsTo(CALL)).toEqual([]);
  });

  it("says so where the data source does not offer it, and where it fails", async () => {
    host.on("/chart-notes", (_, response) => sendJson(response, {}, 404));
    const missing = await (await browserOf()).get(PAGE);
    expect([missing.status, missing.text]).toEqual([
      200,
      expect.stringContaining("Events and phases are not available."),
    ]);
    says(host, CALL, {}, 500);
    const failed = await (await browserOf()).get(PAGE);
    expect(failed.text).toContain("were not retrieved");
  });

  it("is nowhere for physicians, and for places that there are not", async () => {
    const browser = await browserOf();
    const statuses = [];
    for (const path of [
      "/events/physician/1000000001",
      "/events/company/1",
      "/events/facility/x",
      "/events/ward/1",
    ]) {
      statuses.push((await browser.get(path)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { idleFor } from "./support/stored-sessions";
import { withoutTable } from "./support/store-of-portal";
import { EVENT, keepNotes, storedNotes } from "./support/written-notes";

const OVER_MS = 15 * 60_000;
const PAGE = "/events/facility/101";

const ABOVE: typeof EVENT = {
  ...EVENT,
  id: 5,
  level: "company",
  place_id: 0,
  measures: GRAPH_TAGS.join(" "),
  starts_on: epochDayOf("2026-05-01"),
  text: "A new contract",
};
const PHASE: typeof EVENT = {
  ...EVENT,
  id: 6,
  kind: "phase",
  measures: "hosp_1000",
  starts_on: epochDayOf("2025-01-01"),
  text: "Calls after admission",
};
const ENDED: typeof EVENT = {
  ...EVENT,
  id: 7,
  kind: "phase",
  starts_on: epochDayOf("2025-06-01"),
  text: "Begun by mistake",
  version: 2,
  ended_by: "Ben Bell",
  ended_at: EVENT.added_at,
};

let portal: Portal;
onOwnPortal((started) => (portal = started));

const browserOf = (username = "company") => portal.browser().loggedIn(username);

async function send(
  browser: Browser,
  fields: Record<string, string>,
): Promise<Page> {
  const csrf = await browser.csrfToken("/change-password");
  return browser.post(PAGE, { csrf, ...fields });
}

const rowsOf = ({ text }: Page, id: string) =>
  all(documentOf(text), `#${id} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => textOf(cell).replace(/\s+/g, " ").trim()),
  );

const problemsOf = ({ text }: Page) =>
  textsOf(documentOf(text), "main [role=alert] li");

describe("the page of events and phases", () => {
  beforeEach(() => keepNotes(portal, [EVENT, ABOVE, PHASE, ENDED]));

  it("lists what is written, what comes from above, and what was ended", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect([page.status, documentOf(page.text).title]).toEqual([
      200,
      "Events and phases: Elm House – Sojourn",
    ]);
    const written = "Ada Ames, 03/20/2026 11:05 AM ET";
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
        "Edit Remove",
      ],
      [
        "Calls after admission",
        "Phase",
        "from January 2025",
        "Hosp/1000 Days of Care",
        "",
        written,
        "Edit Remove",
      ],
    ]);
    expect(rowsOf(page, "ended-notes")).toEqual([
      [
        "Begun by mistake",
        "Phase",
        "from June 2025",
        "30 Day RTH, 30 Day OP Ed Visits",
        written,
        "Ben Bell, 03/20/2026 11:05 AM ET",
      ],
    ]);
    expect(textsOf(documentOf(page.text), "main h2")).toEqual(
      expect.arrayContaining(["Add an event", "Begin a phase"]),
    );
    expect(page.text).toContain("Do not name residents");
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

  it("has no form for whoever may read and not write, and asks nothing", async () => {
    const page = await (await browserOf("accounts")).get(`${PAGE}?end=6`);
    expect(all(documentOf(page.text), "main form, #end-note")).toEqual([]);
    expect(page.text).toContain("can view this but not change it");
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
    const added = (await storedNotes(portal)).at(-1);
    expect(added).toMatchObject({
      kind: "phase",
      text: "Before",
      measures: "ed_30",
      author: "Cara Company",
    });
    expect(isoDayOf(added?.starts_on ?? 0)).toBe(fields.from);
    const { text } = await browser.get(PAGE);
    expect(text).toContain("The phase has begun.");
  });

  it("keeps what was typed where it is refused, and says where", async () => {
    const page = await send(await browserOf(), {
      kind: "phase",
      text: 'New "rounds"',
      from: "2025-01-01",
      measures: "hosp_1000",
    });
    expect(page.status).toBe(400);
    expect(problemsOf(page)).toEqual([
      "A phase begins with this month already.",
    ]);
    const document = documentOf(page.text);
    const [link] = all(document, "main [role=alert] a");
    expect(link?.getAttribute("href")).toBe("#phase-from");
    const [text] = all(document, "#phase-text");
    expect(text?.getAttribute("value")).toBe('New "rounds"');
    const [chosen] = all(document, "#phase-from option[selected]");
    expect(chosen?.getAttribute("value")).toBe("2025-01-01");
    // The other forms are as they were.
    expect(all(document, "#event-text")[0]?.getAttribute("value")).toBeFalsy();
  });

  it("ends an entry, and says so where others came first", async () => {
    const browser = await browserOf();
    const page = await send(browser, { ended_id: "4", version: "1" });
    expect([page.status, page.location]).toEqual([303, `${PAGE}#main`]);
    expect((await storedNotes(portal))[0]).toMatchObject({
      id: 4,
      version: 2,
      ended_by: "Cara Company",
    });
    expect((await browser.get(PAGE)).text).toContain(
      "Event removed from the charts.",
    );
    await send(browser, { ended_id: "4", version: "1" });
    expect((await browser.get(PAGE)).text).toContain(
      "Someone else removed this entry.",
    );
  });

  it("edits an entry: another takes its place, and the old one is kept as ended", async () => {
    const browser = await browserOf();
    const address = `${PAGE}?edit=4`;
    const form = documentOf((await browser.get(address)).text);
    const value = (field: string) =>
      form.querySelector(`main ${field}`)?.getAttribute("value");
    expect([value("#event-text"), value("#event-from")]).toEqual([
      "A new <b>unit manager</b>",
      "2026-03-14",
    ]);
    expect(form.querySelector("#phase-text")).toBeNull();
    const fields = {
      kind: "event",
      text: "A new nurse",
      from: "2026-03-15",
      measures: "rth_30",
      replaces: value("[name=replaces]") ?? "",
      version: value("[name=version]") ?? "",
    };
    const refused = await send(browser, { ...fields, text: "" });
    expect(problemsOf(refused)).toEqual(["Say what happened."]);
    expect((await send(browser, fields)).status).toBe(303);
    expect((await browser.get(PAGE)).text).toContain("Event changed.");
    const notes = await storedNotes(portal);
    expect(notes[0]).toMatchObject({ id: 4, ended_by: "Cara Company" });
    expect(notes.at(-1)).toMatchObject({
      text: "A new nurse",
      measures: "rth_30",
      ended_at: null,
    });
    const late = await send(browser, fields);
    expect([late.status, problemsOf(late)]).toEqual([
      409,
      ["Someone else removed this entry."],
    ]);
    expect(await storedNotes(portal)).toHaveLength(notes.length);
  });

  it("asks before a phase or an event ends, and says what changes", async () => {
    const browser = await browserOf();
    const list = await browser.get(`${PAGE}?graph=hosp_1000`);
    const [link] = all(documentOf(list.text), "#end-note-6");
    expect(link?.getAttribute("href")).toBe(
      `${PAGE}?graph=hosp_1000&end=6#end-note`,
    );
    const page = await browser.get(link?.getAttribute("href") ?? "");
    const sheet = documentOf(page.text).querySelector("#end-note");
    if (!sheet) throw new Error("Nothing is asked.");
    for (const said of [
      "no longer restart with January 2025",
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
        ["ended_id", "6"],
        ["version", "1"],
      ]),
    );
    expect((await storedNotes(portal))[2]).toEqual(PHASE);
    const event = documentOf((await browser.get(`${PAGE}?end=4`)).text);
    expect(textOf(event.querySelector("#end-note"))).toContain(
      "These charts no longer show it.",
    );
    expect(textsOf(event, "#end-note button")).toEqual(["Remove the event"]);
  });

  it("asks nothing of what comes from above, was ended, or is none", async () => {
    const browser = await browserOf();
    for (const id of ["5", "7", "99", "x"]) {
      const { status, text } = await browser.get(`${PAGE}?end=${id}`);
      const asked = all(documentOf(text), "#end-note");
      expect([id, status, asked]).toEqual([id, 200, []]);
    }
  });

  it("says why a phase is not ended for who may not write", async () => {
    const browser = await browserOf("accounts");
    await send(browser, { ended_id: "6", version: "1" });
    expect((await browser.get(PAGE)).text).toContain(
      "You do not have access to this.",
    );
    expect((await storedNotes(portal))[2]).toEqual(PHASE);
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
    await browser.post(PAGE, { csrf, ended_id: "6", version: "1" });
    const back = await browser.loggedIn("company");
    const page = await back.get(PAGE);
    const document = documentOf(page.text);
    expect(all(document, "#event-from")[0]?.getAttribute("value")).toMatch(
      /^\d{4}-\d\d-\d\d$/,
    );
    expect(all(document, "[data-unsent]")).toHaveLength(0);
    expect(page.text).toContain(
      "Nothing was changed: your form could not be sent. Please try again.",
    );
  });

  it("says so where they cannot be read", async () => {
    const browser = await browserOf();
    const failed = await withoutTable(portal, "chart_notes", () =>
      browser.get(PAGE),
    );
    expect(failed.text).toContain("Something went wrong on the server.");
  });
});

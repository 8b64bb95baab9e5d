import { beforeEach, describe, expect, it } from "vitest";
import type { Review, ReviewRow } from "~/contract/reviews";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { idleFor } from "./support/stored-sessions";

const OVER_MS = 15 * 60_000;
const LIST = "/reviews";
const ONE = "/reviews/12";
const AT = "2026-03-04T15:05:00.000Z";

const ROW: ReviewRow = {
  transfer_id: 12,
  patient_id: 7,
  mrn: "7",
  first_name: "Bel",
  last_name: "Haskerby<b>",
  facility_id: 101,
  facility_name: "Willow House",
  npi: null,
  physician_name: null,
  transferred_on: "2026-03-01",
  outcome: "inpatient",
  assumed: true,
  state: "open",
  version: 0,
  is_overdue: true,
  review_by: "2026-03-08",
  owner: null,
  due_on: null,
  done_on: null,
  is_action_late: false,
};
const REVIEW: Review = {
  ...ROW,
  mrn: "7",
  first_name: "Bel",
  last_name: "Haskerby<b>",
  npi: null,
  physician_name: null,
  outcome: "inpatient",
  assumed: true,
  state: "open",
  version: 2,
  is_known: true,
  admitted_on: "2026-01-01",
  hospital: null,
  unit: null,
  minute_of_day: 845,
  reason: "Short of breath",
  diagnosis: null,
  returned_on: "2026-03-06",
  answers: { change: "Pale", reason: "Fever" },
  history: [
    {
      version: 1,
      action: "save",
      author: "Ada",
      at: AT,
      fields: ["change"],
      changes: { change: "Pale" },
      text: null,
    },
    {
      version: 2,
      action: "save",
      author: "Ben",
      at: AT,
      fields: ["reason"],
      changes: { reason: "Fever" },
      text: null,
    },
  ],
  first_answers: { reason: "Cough" },
  may_write: true,
  causes: [
    { id: "fall", text: "A fall" },
    { id: "infection", text: "An infection" },
  ],
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function browserOf(role = "facility"): Promise<Browser> {
  signsIn(host, { role });
  return portal.browser().loggedIn(role);
}

/** Posts a form of the session. */
async function send(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
): Promise<Page> {
  const csrf = await browser.csrfToken("/change-password");
  return browser.post(path, { csrf, ...fields });
}

function saysList(rows: ReviewRow[], more: object = {}): void {
  says(host, LIST, {
    data: rows,
    counts: {
      transfers: 1_218,
      reviewed: 12,
      lists: { open: 1_206, overdue: 1_002 },
    },
    places: [],
    review_days: 7,
    since: "2026-01-01",
    next: null,
    ...more,
  });
}

const saysReview = (more: Partial<Review> = {}) =>
  says(host, ONE, { data: { ...REVIEW, ...more } });

/** Reads answer what is stored, and writes are refused. */
function refusesWrites(status: number, body: object, stored = REVIEW): void {
  host.on(ONE, (request, response) =>
    request.method === "GET"
      ? sendJson(response, { data: stored })
      : sendJson(response, body, status),
  );
}

function bodiesOf(path: string): unknown[] {
  return host
    .callsTo(path)
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as unknown);
}

const problemsOf = ({ text }: Page) =>
  textsOf(documentOf(text), "main [role=alert] li");

const valueOf = ({ text }: Page, name: string) => {
  const [field] = all(documentOf(text), `main [name=${name}]`);
  return field?.tagName === "TEXTAREA"
    ? field.textContent
    : field?.getAttribute("value");
};

const FACTS = [
  ["MRN", "7"],
  ["Facility", "Willow House"],
  ["Physician", "None"],
  ["Admitted", "01/01/2026"],
  ["Transferred", "03/01/2026"],
  ["Time of day", "02:05 PM"],
  ["Outcome", "Inpatient, assumed"],
  ["Hospital", "Not known"],
  ["Unit", "Not known"],
  ["Reason", "Short of breath"],
  ["Diagnosis", "Not known"],
  ["Returned", "03/06/2026"],
];

/** What the page tells of each version: who, and the answers that they changed. */
const historyOf = (document: Document) =>
  all(document, "main details ol > li").map((entry) =>
    all(entry, "p, dt, dd").map((part) => textOf(part)),
  );

describe("the list of work", () => {
  it("shows transfers with the state of their reviews, and how many there are on each list", async () => {
    const acted = {
      state: "reviewed",
      version: 3,
      is_overdue: false,
      action: "Ask <b>twice</b>.",
      owner: "Ada",
      due_on: "2026-04-01",
      is_action_late: true,
    } as const;
    saysList([ROW, { ...ROW, transfer_id: -3, ...acted }]);
    const page = await (await browserOf()).get(LIST);
    expect([page.status, documentOf(page.text).title]).toEqual([
      200,
      "Transfer reviews – Sojourn",
    ]);
    const rows = all(documentOf(page.text), "#transfers tbody tr").map((row) =>
      all(row, "th, td").map((cell) =>
        textOf(cell).replace(/\s+/g, " ").trim(),
      ),
    );
    expect(rows.map((row) => row.slice(1))).toEqual([
      [
        "03/01/2026",
        "Inpatient, assumed",
        "Willow House",
        "None",
        "Not begun Overdue",
        "",
      ],
      [
        "03/01/2026",
        "Inpatient, assumed",
        "Willow House",
        "None",
        "Reviewed",
        "Ask <b>twice</b>. Ada, due 04/01/2026 Late",
      ],
    ]);
    const [first, second] = all(documentOf(page.text), "#transfers tbody a");
    expect(first?.getAttribute("href")).toBe("/reviews/12");
    expect(second?.getAttribute("href")).toBe("/reviews/-3");
    expect(
      textsOf(
        documentOf(page.text),
        "nav[aria-label='Lists of transfers'] a",
      ).slice(0, 4),
    ).toEqual(["To review 1,206", "Overdue 1,002", "Mine", "Open actions"]);
    expect(page.text).toContain(
      "12 of 1,218 unplanned transfers since 01/01/2026 are reviewed. An open review is overdue after 7 days.",
    );
    expect(textsOf(documentOf(page.text), "header a")).toContain(
      "Transfer reviews, 1,002 overdue",
    );
  });

  it("is what the page of a facility sums up, with the day since when", async () => {
    says(host, "/api/company/organization/", {
      data: {
        divisions: [],
        regions: [],
        facilities: [
          {
            facility_id: 101,
            facility_name: "Willow House",
            region_id: 11,
            region_name: "Coast",
            division_id: 1,
            division_name: "North",
          },
        ],
      },
    });
    says(host, "/api/medicalstaff/", { data: [] });
    saysList([], { counts: { transfers: 1, reviewed: 1, lists: {} } });
    const browser = await browserOf("company");
    const page = await browser.get("/facility-profile/101");
    const way = all(documentOf(page.text), "main a").find((link) =>
      link.getAttribute("href")?.startsWith(LIST),
    );
    expect(textOf(way)).toBe(
      "1 of 1 unplanned transfer since 01/01/2026 is reviewed",
    );
  });

  it("leads from its top to how far each place is", async () => {
    const place = { facility_id: 101, facility_name: "Willow House" };
    const counts = { transfers: 1_100, reviewed: 12, overdue: 1_001 };
    const other = { facility_id: 102, facility_name: "Elm House" };
    saysList([ROW], {
      places: [
        { ...place, ...counts },
        { ...other, transfers: 118, reviewed: 0, overdue: 1 },
      ],
    });
    const browser = await browserOf();
    const document = documentOf((await browser.get(LIST)).text);
    const links = all(document, "main a");
    const way = links.find((link) => textOf(link) === "By place");
    expect(way?.getAttribute("href")).toBe("#places-heading");
    expect(links.findIndex((link) => link === way)).toBeLessThan(
      links.findIndex((link) => link.closest("#transfers")),
    );
    expect(
      all(document, "#places tbody tr").map((row) =>
        all(row, "th, td").map(textOf),
      ),
    ).toEqual([
      ["Willow House", "12 of 1,100", "1,001"],
      ["Elm House", "0 of 118", "1"],
    ]);
    expect(textsOf(document, "main h1, main h2")).toEqual([
      "Transfer reviews",
      "To review",
      "By place",
    ]);
    saysList([ROW]);
    expect((await browser.get(LIST)).text).not.toContain(
      'href="#places-heading"',
    );
  });

  it("says of an action when it is due or was done, and that it is late while it is not", async () => {
    const owner = "Ada";
    saysList([
      { ...ROW, owner, due_on: "2099-04-01" },
      { ...ROW, owner, due_on: "2026-04-01", done_on: "2026-04-03" },
      { ...ROW, action: "Ask." },
      { ...ROW, due_on: "2026-04-01", is_action_late: true },
    ]);
    const { text } = await (await browserOf()).get(`${LIST}?list=actions`);
    const cells = all(documentOf(text), "#transfers tbody tr").map((row) =>
      textOf(all(row, "td").at(-1)),
    );
    expect(cells).toEqual([
      "Ada, due 04/01/2099",
      "Ada, done 04/03/2026",
      "Ask.",
      "due 04/01/2026 Late",
    ]);
  });

  it("asks for the list and place of its address, and for nothing that is none", async () => {
    saysList([], {
      places: [
        {
          facility_id: 101,
          facility_name: "Willow House",
          transfers: 1,
          reviewed: 0,
          overdue: 0,
        },
      ],
    });
    const browser = await browserOf();
    const page = await browser.get(
      `${LIST}?list=overdue&level=facility&id=101&page=2`,
    );
    expect(page.text).toContain("There are no more transfers.");
    expect(textsOf(documentOf(page.text), "h1")).toEqual([
      "Transfer reviews Willow House",
    ]);
    await browser.get(`${LIST}?list=all&level=ward&id=1`);
    const asked = host
      .callsTo(LIST)
      .map(({ path }) => new URL(path, host.url).search);
    expect(asked).toEqual(
      expect.arrayContaining([
        "?level=facility&id=101&list=overdue&page=1",
        "?list=open&page=0",
      ]),
    );
  });

  it("says so where the data source does not offer it, and leads nobody there", async () => {
    host.on(LIST, (_, response) => sendJson(response, {}, 404));
    const { text } = await (await browserOf()).get(LIST);
    expect(text).toContain("Reviews of transfers are not available.");
    expect(textsOf(documentOf(text), "header a").join()).not.toContain(
      "Transfer reviews",
    );
  });
});

describe("a review", () => {
  beforeEach(() => saysReview());

  it("is read whole, with what it lacks before it counts as reviewed", async () => {
    const page = await (await browserOf()).get(ONE);
    expect([page.status, page.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    const document = documentOf(page.text);
    expect(document.title).toBe("Transfer review – Sojourn");
    const [card] = all(document, "section[aria-labelledby=facts-heading]");
    expect(card && all(card, "dt, dd").map((one) => textOf(one))).toEqual(
      FACTS.flat(),
    );
    const facts = textsOf(document, "main dd");
    expect(facts).toEqual(
      expect.arrayContaining(["Pale", "Fever", "03/01/2026"]),
    );
    const links = all(document, "main a").map((link) => [
      nameOf(link),
      link.getAttribute("href"),
    ]);
    expect(links).toContainEqual([
      "Change: What changed",
      "/reviews/12?step=change",
    ]);
    expect(links).toContainEqual([
      "Say whether the transfer could have been avoided.",
      "/reviews/12?step=judgement#avoidable",
    ]);
    expect(historyOf(document)).toEqual([
      [
        "From the record, before the review began:",
        "Reason for the transfer",
        "Cough",
      ],
      [
        "Ada saved the review at 03/04/2026 10:05:00 AM ET.",
        "What was different about the resident",
        "Pale",
      ],
      [
        "Ben saved the review at 03/04/2026 10:05:00 AM ET.",
        "Reason for the transfer",
        "Fever",
      ],
    ]);
  });

  it("has what is known of the transfer above each step too, and says what is not", async () => {
    saysReview({
      minute_of_day: undefined,
      reason: undefined,
      diagnosis: undefined,
      returned_on: undefined,
      mrn: null,
      outcome: null,
    });
    const { text } = await (await browserOf()).get(`${ONE}?step=care`);
    const unknown = ["MRN", "Time of day", "Outcome", "Reason", "Returned"];
    const line = FACTS.map(([label = "", value]) =>
      unknown.includes(label) ? `${label}: Not known` : `${label}: ${value}`,
    );
    expect(textsOf(documentOf(text), "main p")).toContain(line.join(" · "));
  });

  it("names what was changed where its host does not tell to what", async () => {
    saysReview({
      first_answers: undefined,
      history: REVIEW.history.map((one) => ({ ...one, changes: undefined })),
    });
    const { text } = await (await browserOf()).get(ONE);
    expect(historyOf(documentOf(text))[1]).toEqual([
      "Ben saved the review at 03/04/2026 10:05:00 AM ET.",
      "Reason for the transfer",
      "Changed",
    ]);
  });

  it("tells who came first, and to what they changed it, where it cannot be marked any more", async () => {
    refusesWrites(409, { error: "It has changed." });
    const page = await send(await browserOf(), ONE, {
      task: "review",
      version: "1",
    });
    expect([page.status, problemsOf(page)]).toEqual([
      409,
      [
        "It has changed.",
        "Ben changed “Reason for the transfer” to “Fever” at 03/04/2026 10:05:00 AM ET.",
      ],
    ]);
  });

  it("keeps what is signed, and shows who added what", async () => {
    saysReview({
      state: "signed",
      version: 4,
      history: [
        {
          version: 3,
          action: "sign",
          author: "Ada",
          at: AT,
          fields: [],
          text: null,
        },
        {
          version: 4,
          action: "amend",
          author: "Ben",
          at: AT,
          fields: [],
          text: "They called.\nTwice.",
        },
      ],
    });
    const browser = await browserOf();
    const document = documentOf((await browser.get(ONE)).text);
    const [main] = textsOf(document, "main");
    expect(main).toContain("Signed by Ada, 03/04/2026 10:05:00 AM ET");
    expect(main).toContain("They called. Twice.");
    expect(all(document, "main a[href*=step]")).toEqual([]);
    expect((await browser.get(`${ONE}?step=change`)).location).toBe(ONE);
  });

  it("has no form for who may not write, nor of a transfer that is gone", async () => {
    const browser = await browserOf();
    for (const more of [
      { may_write: false },
      { may_write: false, is_known: false },
    ]) {
      saysReview(more);
      const { text } = await browser.get(ONE);
      expect(all(documentOf(text), "main form")).toEqual([]);
    }
    expect((await browser.get(ONE)).text).toContain("no longer in the data");
    host.on(ONE, (_, response) => sendJson(response, {}, 403));
    expect((await browser.get(ONE)).status).toBe(403);
    expect((await browser.get("/reviews/one")).status).toBe(404);
  });

  it("leads to the number that its transfer has now", async () => {
    says(host, "/reviews/-4", { data: REVIEW });
    expect((await (await browserOf()).get("/reviews/-4")).location).toBe(ONE);
  });

  it("is marked, signed and amended by forms of their own", async () => {
    const browser = await browserOf();
    saysReview({ answers: { avoidable: "no" } });
    const { text } = await browser.get(ONE);
    const [card] = all(
      documentOf(text),
      "section[aria-labelledby=actions-heading]",
    );
    // On paper it would be empty.
    expect(card?.className).toContain("print:hidden");
    const marked = await send(browser, ONE, { task: "review", version: "2" });
    expect([marked.status, marked.location]).toEqual([303, ONE]);
    await send(browser, ONE, { task: "sign", version: "3" });
    const blank = await send(browser, ONE, {
      task: "amend",
      version: "4",
      text: " ",
    });
    expect([blank.status, problemsOf(blank)]).toEqual([
      400,
      ["Write what you add."],
    ]);
    await send(browser, ONE, {
      task: "amend",
      version: "4",
      text: "More",
      amended_done_on: "2026-03-05",
    });
    expect(bodiesOf(ONE)).toEqual([
      { action: "review", version: 2 },
      { action: "sign", version: 3 },
      { action: "amend", version: 4, text: "More", done_on: "2026-03-05" },
    ]);
    expect(
      (await send(browser, ONE, { task: "burn", version: "4" })).status,
    ).toBe(400);
  });

  it("is amended without words where only the action is done", async () => {
    const browser = await browserOf();
    saysReview({ state: "signed", version: 4 });
    const page = await send(browser, ONE, {
      task: "amend",
      version: "4",
      text: "",
      amended_done_on: "2026-03-05",
    });
    expect(page.status).toBe(303);
    expect(bodiesOf(ONE)).toEqual([
      { action: "amend", version: 4, text: "", done_on: "2026-03-05" },
    ]);
  });

  it("keeps an amendment as it was typed where its day cannot be used", async () => {
    const browser = await browserOf();
    const signed = { ...REVIEW, state: "signed", version: 4 } as const;
    refusesWrites(
      400,
      { error: "Give a day that is not in the future.", field: "done_on" },
      signed,
    );
    const amendment = { task: "amend", version: "4", text: "More" };
    for (const [day, problem, shown] of [
      ["soon", "Give the day as year, month and day.", "soon"],
      ["2031-01-01", "Give a day that is not in the future.", "2031-01-01"],
    ] as const) {
      const page = await send(browser, ONE, {
        ...amendment,
        amended_done_on: day,
      });
      expect([page.status, problemsOf(page)]).toEqual([400, [problem]]);
      expect([valueOf(page, "text"), valueOf(page, "amended_done_on")]).toEqual(
        ["More", shown],
      );
    }
    expect(bodiesOf(ONE)).toEqual([
      { action: "amend", version: 4, text: "More", done_on: "2031-01-01" },
    ]);
  });
});

describe("a step of a review", () => {
  const STEP = `${ONE}?step=care`;
  const FORM = {
    step: "care",
    version: "2",
    transferred_on: "2026-03-01",
    task: "go on",
  };
  beforeEach(() => saysReview());

  it("has the answers that are stored, and leads to the next step", async () => {
    const browser = await browserOf();
    const page = await browser.get(STEP);
    expect(valueOf(page, "reason")).toBe("Fever");
    expect(
      textsOf(documentOf(page.text), "main ol [aria-current=step]"),
    ).toEqual(["2. What was tried, and who decided"]);
    const saved = await send(browser, STEP, {
      ...FORM,
      reason: " Fever\r\nand cough ",
      tried: "",
    });
    expect([saved.status, saved.location]).toEqual([
      303,
      `${ONE}?step=hospital`,
    ]);
    expect(bodiesOf(ONE)[0]).toMatchObject({
      action: "save",
      version: 2,
      answers: { reason: "Fever\nand cough", tried: "", directive: "" },
    });
    const left = await send(browser, STEP, { ...FORM, task: "show" });
    expect(left.location).toBe(ONE);
  });

  it("is saved by whoever goes to another step, and stays where it cannot be", async () => {
    const browser = await browserOf();
    const { text } = await browser.get(STEP);
    const steps = all(documentOf(text), "main form nav button");
    expect(steps.map((one) => one.getAttribute("value"))).toEqual([
      "1",
      "3",
      "4",
      "5",
    ]);
    // The Enter key presses the first.
    const [first] = all(documentOf(text), "main form button");
    expect(first?.getAttribute("value")).toBe("go on");
    const judgement = { ...FORM, task: "4" };
    const saved = await send(browser, STEP, { ...judgement, reason: "Cough" });
    expect([saved.status, saved.location]).toEqual([
      303,
      `${ONE}?step=judgement`,
    ]);
    const long = "x".repeat(2_001);
    const refused = await send(browser, STEP, { ...judgement, tried: long });
    expect([refused.status, valueOf(refused, "tried")]).toEqual([400, long]);
    expect(bodiesOf(ONE)).toHaveLength(1);
  });

  it("begins no review for whoever only looks through the steps", async () => {
    const browser = await browserOf();
    saysReview({ version: 0, history: [], answers: { reason: "Fever" } });
    const action = { ...FORM, version: "0", task: "5" };
    const looked = await send(browser, STEP, { ...action, reason: "Fever" });
    expect([looked.status, looked.location]).toEqual([
      303,
      `${ONE}?step=action`,
    ]);
    expect(bodiesOf(ONE)).toEqual([]);
    await send(browser, STEP, { ...action, reason: "" });
    expect(bodiesOf(ONE)).toHaveLength(1);
  });

  it("says that a change opens a reviewed one again", async () => {
    const browser = await browserOf();
    const warns = async () =>
      (await browser.get(STEP)).text.includes("opens it again");
    expect(await warns()).toBe(false);
    saysReview({ state: "reviewed" });
    expect(await warns()).toBe(true);
  });

  it("shows what was typed again, with what was wrong at its field", async () => {
    const browser = await browserOf();
    const step = { ...FORM, step: "hospital" };
    const page = await send(browser, `${ONE}?step=hospital`, {
      ...step,
      returned_on: "2026-02-28",
      diagnosis: "Flu",
    });
    expect([page.status, problemsOf(page)]).toEqual([
      400,
      ["Returned on: Give a day that is not before the transfer."],
    ]);
    const document = documentOf(page.text);
    expect(textsOf(document, "#returned_on-error")).toEqual([
      "Give a day that is not before the transfer.",
    ]);
    expect([valueOf(page, "diagnosis"), valueOf(page, "returned_on")]).toEqual([
      "Flu",
      "2026-02-28",
    ]);
    expect(documentOf(page.text).title).toMatch(/^Error: At the hospital/);
    refusesWrites(400, { error: "No such cause.", field: "causes" });
    const refused = await send(browser, `${ONE}?step=judgement`, {
      ...step,
      step: "judgement",
      causes: "gone",
    });
    expect([refused.status, problemsOf(refused)]).toEqual([
      400,
      ["Causes, up to three: No such cause."],
    ]);
  });

  /** Cleo saves while version 2 is open. */
  const byCleo = (changes: Partial<Review["answers"]>): Review => ({
    ...REVIEW,
    version: 3,
    answers: { ...REVIEW.answers, ...changes },
    history: [
      ...REVIEW.history,
      {
        version: 3,
        action: "save",
        author: "Cleo",
        at: AT,
        fields: Object.keys(changes),
        changes,
        text: null,
      },
    ],
  });

  it("tells of two who changed the same answer who came first and what they wrote, and goes on from there", async () => {
    const stored = byCleo({
      reason: "Sepsis",
      directive: "unsure",
      tried: "Fluids",
    });
    refusesWrites(409, { error: "Somebody was first." }, stored);
    const page = await send(await browserOf(), STEP, {
      ...FORM,
      reason: "Cough",
      directive: "yes",
      tried: "",
    });
    const reason =
      "Cleo changed “Reason for the transfer” to “Sepsis” at 03/04/2026 10:05:00 AM ET.";
    const directive =
      "Cleo changed “Did the resident have an advance directive?” to “Unsure” at 03/04/2026 10:05:00 AM ET.";
    expect([page.status, problemsOf(page)]).toEqual([
      409,
      [
        "Somebody was first.",
        directive,
        reason,
        "Cleo changed “What was tried in the building” to “Fluids” at 03/04/2026 10:05:00 AM ET.",
        "Save again to put your answers in the place of theirs.",
      ],
    ]);
    const document = documentOf(page.text);
    // Beside what was typed.
    expect(textsOf(document, "main form p[id$=-error]")).toEqual([
      directive,
      reason,
    ]);
    expect(
      textsOf(document, "main [role=alert] a[href='#reason']"),
    ).toHaveLength(1);
    // What Cleo alone has written is not taken back by saving again.
    expect(
      ["reason", "tried", "version"].map((name) => valueOf(page, name)),
    ).toEqual(["Cough", "Fluids", "3"]);
  });

  it("leads to the whole review, and says why, where another has signed it since", async () => {
    const signed: Review = { ...REVIEW, version: 3, state: "signed" };
    refusesWrites(409, { error: "It is signed." }, signed);
    const browser = await browserOf();
    const page = await send(browser, STEP, { ...FORM, reason: "Cough" });
    expect([page.status, page.location]).toEqual([303, ONE]);
    const { text } = await browser.get(ONE);
    expect(textsOf(documentOf(text), "#notices li")).toEqual([
      "Error: It is signed.",
    ]);
  });

  it("tells that another has cleared what was typed", async () => {
    const stored = byCleo({ reason: "" });
    refusesWrites(409, { error: "Somebody was first." }, stored);
    const page = await send(await browserOf(), STEP, {
      ...FORM,
      reason: "Cough",
    });
    expect(problemsOf(page)[1]).toBe(
      "Cleo changed “Reason for the transfer” to “Not said” at 03/04/2026 10:05:00 AM ET.",
    );
  });

  it("says of a forgotten resident that something was changed, and not to what", async () => {
    const stored = byCleo({ reason: "" });
    const history = stored.history.map((one) => ({
      ...one,
      fields: [],
      changes: {},
    }));
    refusesWrites(
      409,
      { error: "Somebody was first." },
      { ...stored, history, first_answers: {} },
    );
    const page = await send(await browserOf(), STEP, {
      ...FORM,
      reason: "Cough",
    });
    expect(problemsOf(page)[0]).toBe("Somebody was first.");
    expect(page.text).not.toContain("Cleo changed");
    expect(valueOf(page, "reason")).toBe("Cough");
  });

  it("puts all that is stored otherwise beside what was typed where its host does not tell who wrote it", async () => {
    const stored = byCleo({ reason: "Sepsis", tried: "Fluids" });
    const history = stored.history.map((one) => ({
      ...one,
      changes: undefined,
    }));
    refusesWrites(
      409,
      { error: "Somebody was first." },
      { ...stored, history },
    );
    const page = await send(await browserOf(), STEP, {
      ...FORM,
      reason: "Cough",
      tried: "",
    });
    expect(problemsOf(page)).toEqual([
      "Somebody was first.",
      "“What was tried in the building” says now: Fluids",
      "“Reason for the transfer” says now: Sepsis",
      "Cleo changed “Reason for the transfer” at 03/04/2026 10:05:00 AM ET.",
      "Cleo changed “What was tried in the building” at 03/04/2026 10:05:00 AM ET.",
      "Save again to put your answers in the place of theirs.",
    ]);
    expect(valueOf(page, "tried")).toBe("");
  });

  it("tells what others changed beside what was saved", async () => {
    const saved: Review = {
      ...REVIEW,
      version: 4,
      history: [
        ...REVIEW.history,
        {
          version: 3,
          action: "save",
          author: "Cleo",
          at: AT,
          fields: ["diagnosis"],
          text: null,
        },
        {
          version: 4,
          action: "save",
          author: "Ada",
          at: AT,
          fields: ["reason"],
          text: null,
        },
      ],
    };
    says(host, ONE, { data: saved });
    const browser = await browserOf();
    const { location } = await send(browser, STEP, {
      ...FORM,
      reason: "Cough",
    });
    const { text } = await browser.get(location ?? "");
    expect(textsOf(documentOf(text), "#notices-others li")).toEqual([
      "Note: Saved. Others have changed this review since you opened it. Cleo changed “The hospital's diagnosis” at 03/04/2026 10:05:00 AM ET.",
    ]);
  });

  it("comes back after login with what was typed", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(STEP);
    idleFor(portal, OVER_MS);
    await browser.post(STEP, { csrf, ...FORM, reason: "Canary" });
    await browser.loggedIn("facility");
    // Another step does not take it.
    expect((await browser.get(ONE)).text).not.toContain("Canary");
    const page = await browser.get(STEP);
    expect(valueOf(page, "reason")).toBe("Canary");
  });
});

describe("the causes of the list", () => {
  const CAUSES = "/review-causes";
  const PAGE = "/reviews/causes";

  it("are added and ended by account managers alone", async () => {
    says(host, CAUSES, {
      data: [
        { id: "fall", text: "A fall", author: null },
        { id: "added-1", text: "No transport", author: "Ada" },
      ],
    });
    says(host, `${CAUSES}/end`, {});
    expect((await (await browserOf("company")).get(PAGE)).status).toBe(403);
    const browser = await browserOf("account_manager");
    const page = await browser.get(PAGE);
    expect(all(documentOf(page.text), "#causes button").map(nameOf)).toEqual([
      "End: No transport",
    ]);
    const added = await send(browser, PAGE, { text: " Snow " });
    expect([added.status, added.location]).toEqual([303, PAGE]);
    await send(browser, PAGE, { end: "added-1" });
    expect([bodiesOf(CAUSES)[0], bodiesOf(`${CAUSES}/end`)]).toEqual([
      { text: "Snow" },
      [{ id: "added-1" }],
    ]);
    host.on(CAUSES, (request, response) =>
      request.method === "GET"
        ? sendJson(response, { data: [] })
        : sendJson(response, { error: "It is there." }, 400),
    );
    const refused = await send(browser, PAGE, { text: "Snow" });
    expect([
      refused.status,
      problemsOf(refused),
      valueOf(refused, "text"),
    ]).toEqual([400, ["It is there."], "Snow"]);
  });
});

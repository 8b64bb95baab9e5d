import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { epochDayOf, isoDayOf, newYorkDay, usDayOf } from "~/domain/calendar";
import {
  answersOf,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import type {
  ReviewAction,
  ReviewState,
} from "~/features/reviews/rules/review-rules";
import { forgetResident } from "~server/forget/forget-resident";
import { columnsOf, readAnswers } from "~server/reviews/read-review";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore } from "./support/store-of-portal";
import { idleFor } from "./support/stored-sessions";

const OVER_MS = 15 * 60_000;
const LIST = "/reviews";
const ONE = "/reviews/12";
const AT = "2026-03-04T15:05:00.000Z";

const TODAY = epochDayOf(newYorkDay(new Date()));
const daysAgo = (days: number) => isoDayOf(TODAY - days);
const OVERDUE = daysAgo(30);

/** Elm House has one that waits for its review, Oak House four; the others are too old for the list, and one is elsewhere. */
const TRANSFERS = `transfer_id,patient_id,facility_id,transferred_on,outcome,planned,time_of_day,reason,returned_on
12,1,101,2026-03-01,inpatient,false,14:05,Short of breath,2026-03-06
13,2,101,2026-03-02,ed_only,false,,,
14,4,201,2026-03-01,inpatient,false,,,
20,2,101,${OVERDUE},inpatient,false,,,
31,3,102,${daysAgo(6)},inpatient,false,,,
32,3,102,${daysAgo(5)},inpatient,false,,,
33,3,102,${daysAgo(4)},inpatient,false,,,
34,3,102,${daysAgo(3)},inpatient,false,,,`;

const PATIENTS = `patient_id,mrn,first_name,last_name,frailty_score
1,M1,Bel,Haskerby<b>,7
2,M2,Bert,Brown,4
3,M3,Cora,Clark,1
4,M4,Dora,Dean,`;

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  census: { "transfers.csv": TRANSFERS, "patients.csv": PATIENTS },
});

beforeAll(() =>
  inStore(portal, async ({ db }) => {
    await db
      .updateTable("transfers")
      .set("assumed", 1)
      .where("id", "in", [12, 20])
      .execute();
  }),
);

const browserOf = (username = "facility") =>
  portal.browser().loggedIn(username);

/** Posts a form of the session. */
async function send(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
): Promise<Page> {
  const csrf = await browser.csrfToken("/change-password");
  return browser.post(path, { csrf, ...fields });
}

type Changes = Partial<ReviewAnswers>;

interface Version {
  action?: ReviewAction;
  author: string;
  changes?: Changes;
  amendment?: string;
}

interface Kept {
  /** The number by which the review knows its transfer. */
  knownAs?: number;
  state?: ReviewState;
  /** What was known before anybody wrote. */
  first?: Changes;
  versions: Version[];
}

const ADA: Version = { author: "Ada", changes: { change: "Pale" } };
const BEN: Version = { author: "Ben", changes: { reason: "Fever" } };

/** Stores what people have written of a transfer, in the place of what they had. */
async function keepReview(
  { knownAs, state = "open", first = {}, versions }: Kept,
  transferId = 12,
): Promise<void> {
  const all = [{ author: "", changes: first }, ...versions];
  const answers = answersOf(
    Object.assign({}, ...all.map(({ changes }) => changes)) as Changes,
  );
  await inStore(portal, async ({ db }) => {
    const transfer = await db
      .selectFrom("transfers")
      .where("id", "=", transferId)
      .select(["patient_id", "facility_id", "transferred_on"])
      .executeTakeFirstOrThrow();
    const { id: review_id } = await db
      .insertInto("reviews")
      .values({
        ...transfer,
        transfer_id: knownAs ?? transferId,
        ...{ npi: null, isnp: 0, state, version: versions.length },
        ...columnsOf(answers),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [version, one] of all.entries()) {
      await db
        .insertInto("review_versions")
        .values({
          ...{ review_id, version, user_id: 0, at: AT, author: one.author },
          action: "action" in one && one.action ? one.action : "save",
          changes: JSON.stringify(one.changes ?? {}),
          amendment: ("amendment" in one && one.amendment) || null,
        })
        .execute();
    }
  });
}

const forgetReviews = () =>
  inStore(portal, async ({ db }) => {
    await db.deleteFrom("review_versions").execute();
    await db.deleteFrom("reviews").execute();
  });

/** What was done with reviews in these tests, beyond what they began with, oldest first. */
const written = (after = 0) =>
  inStore(portal, async ({ db }) => {
    const rows = await db
      .selectFrom("review_versions")
      .where("version", ">", after)
      .orderBy("version")
      .selectAll()
      .execute();
    return rows.map(({ action, changes, amendment }) => ({
      action,
      changes: readAnswers(changes),
      amendment,
    }));
  });

const problemsOf = ({ text }: Page) =>
  textsOf(documentOf(text), "main [role=alert] li");

const valueOf = ({ text }: Page, name: string) => {
  const [field] = all(documentOf(text), `main [name=${name}]`);
  return field?.tagName === "TEXTAREA"
    ? field.textContent
    : field?.getAttribute("value");
};

const FACTS = [
  ["MRN", "M1"],
  ["Facility", "Elm House"],
  ["Physician", "Gray, Gina"],
  ["Admitted", "01/10/2025"],
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
  beforeAll(async () => {
    await forgetReviews();
    const due = { owner: "Ada", action: "Ask." };
    const kept = { due_on: daysAgo(2), done_on: daysAgo(1) };
    for (const [id, changes] of [
      [31, { ...due, due_on: isoDayOf(TODAY + 3) }],
      [32, { ...due, ...kept }],
      [33, { action: "Ask." }],
      [34, { action: "Ask <b>twice</b>.", due_on: daysAgo(2) }],
    ] as const) {
      await keepReview({ versions: [{ author: "Ada", changes }] }, id);
    }
  });

  it("shows transfers with the state of their reviews and what is to be done, and how many there are on each list", async () => {
    const page = await (await browserOf("facilities")).get(LIST);
    const document = documentOf(page.text);
    expect([page.status, document.title]).toEqual([
      200,
      "Transfer reviews – Sojourn",
    ]);
    const rows = all(document, "#transfers tbody tr").map((row) =>
      all(row, "th, td").map((cell) => textOf(cell)),
    );
    expect(rows[0]?.slice(1)).toEqual([
      usDayOf(OVERDUE),
      "Inpatient, assumed",
      "Elm House",
      "Stone, Sam",
      "Not started Overdue",
      "",
    ]);
    expect(rows.slice(1).map((row) => row.slice(-2))).toEqual([
      ["Open", `Ask. Ada, due ${usDayOf(isoDayOf(TODAY + 3))} Mark done`],
      ["Open", `Ask. Ada, done ${usDayOf(daysAgo(1))}`],
      ["Open", "Ask."],
      [
        "Open",
        `Ask <b>twice</b>. due ${usDayOf(daysAgo(2))} Overdue Mark done`,
      ],
    ]);
    const [first] = all(document, "#transfers tbody a");
    expect(first?.getAttribute("href")).toBe("/reviews/20");
    const labels = all(document, "#transfers form").map((form) =>
      form.getAttribute("aria-label"),
    );
    expect(new Set(labels).size).toBe(2);
    expect(
      textsOf(document, "nav[aria-label='Lists of transfers'] a").slice(0, 4),
    ).toEqual(["To review 5", "Overdue 1", "Mine 0", "Open actions 2"]);
    expect(page.text).toContain(
      `0 of 5 unplanned transfers since ${usDayOf(daysAgo(89))} are reviewed. An open review is overdue after 7 days.`,
    );
  });

  it("is where the tab of a place leads, with the number of overdue ones", async () => {
    const browser = await browserOf("company");
    const waysOn = async (path: string) => {
      const { text } = await browser.get(path);
      return all(documentOf(text), "nav a, main a")
        .filter((link) => link.getAttribute("href")?.startsWith(LIST))
        .map((link) => [nameOf(link), link.getAttribute("href")]);
    };
    const href = `${LIST}?level=facility&id=101&list=overdue`;
    const tab = ["Reviews 1 overdue", href];
    // A busy machine may not have it in time.
    await vi.waitFor(
      async () =>
        expect(await waysOn("/facility-profile/101")).toEqual([
          tab,
          ["1 review overdue", href],
        ]),
      20_000,
    );
    expect(await waysOn("/today/facility/101")).toEqual([tab]);
  });

  it("leads from its top to how far each place is", async () => {
    const browser = await browserOf("facilities");
    const document = documentOf((await browser.get(LIST)).text);
    const links = all(document, "main a");
    const way = links.find((link) => textOf(link) === "By facility");
    expect(way?.getAttribute("href")).toBe("#places");
    // A heading would scroll, and leave the focus behind.
    expect(document.querySelector("#places")?.getAttribute("tabindex")).toBe(
      "0",
    );
    expect(
      all(document, "#places td a").map((link) => link.getAttribute("href")),
    ).toEqual(["/reviews?level=facility&id=101&list=overdue"]);
    expect(links.findIndex((link) => link === way)).toBeLessThan(
      links.findIndex((link) => link.closest("#transfers")),
    );
    expect(
      all(document, "#places tbody tr").map((row) =>
        all(row, "th, td").map(textOf),
      ),
    ).toEqual([
      ["Elm House", "0 of 1", "1"],
      ["Oak House", "0 of 4", "0"],
    ]);
    expect(textsOf(document, "main h1, main h2")).toEqual([
      "Transfer reviews",
      "To review",
      "By facility",
    ]);
    const alone = await (await browserOf()).get(LIST);
    expect(alone.text).not.toContain('href="#places"');
  });

  it("is of the list and place of its address, and of all where these are none", async () => {
    const browser = await browserOf("facilities");
    const place = "list=overdue&level=facility&id=101";
    const page = await browser.get(`${LIST}?${place}&page=2`);
    expect(page.text).toContain("There are no more transfers.");
    expect(textsOf(documentOf(page.text), "h1")).toEqual([
      "Transfer reviews Elm House",
    ]);
    const tableOf = async (query: string) => {
      const { text } = await browser.get(`${LIST}?${query}`);
      const document = documentOf(text);
      return {
        rows: all(document, "#transfers tbody tr").length,
        heads: textsOf(document, "#transfers th[scope=col]"),
      };
    };
    const ofPlace = await tableOf(place);
    expect(ofPlace.rows).toBe(1);
    expect(ofPlace.heads).not.toContain("Facility");
    const ofAll = await tableOf("list=all&level=ward&id=1");
    expect(ofAll.rows).toBe(5);
    expect(ofAll.heads).toContain("Facility");
  });

  it("is where a review that was opened from it leads back to, by its steps too", async () => {
    const browser = await browserOf("facilities");
    const path = `${LIST}?level=facility&id=101&list=overdue`;
    const hrefOf = async (page: string, selector: string) => {
      const { text } = await browser.get(page);
      const [link] = all(documentOf(text), selector);
      return link?.getAttribute("href") ?? "";
    };
    const BACK = "main nav a[href^='/reviews']";
    const review = await hrefOf(path, "#transfers tbody a");
    expect(await hrefOf(review, BACK)).toBe(path);
    const step = await hrefOf(review, "main a[href*='step=change']");
    expect(await hrefOf(step, BACK)).toBe(path);
    const fields = { step: "change", version: "0", task: "2" };
    const { location } = await send(browser, step, fields);
    expect(await hrefOf(location ?? "", BACK)).toBe(path);
    expect(await hrefOf(ONE, BACK)).toBe(LIST);
  });
});

describe("an action", () => {
  const ACTIONS = `${LIST}?list=actions`;
  const action = { action: "Ask.", owner: "Ada", due_on: daysAgo(2) };
  beforeEach(async () => {
    await forgetReviews();
    await keepReview({ versions: [{ author: "Ada", changes: action }] });
  });

  /** Presses the button as the page has it. */
  const markOn = async (browser: Browser, page: string) => {
    const { text } = await browser.get(page);
    const [form] = all(documentOf(text), "main form[aria-label^='Mark done']");
    const fields = form ? all(form, "input") : [];
    return () =>
      browser.post(
        form?.getAttribute("action") ?? "",
        Object.fromEntries(
          fields.map((field) => [
            field.getAttribute("name") ?? "",
            field.getAttribute("value") ?? "",
          ]),
        ),
      );
  };

  it("is marked done on the list in one step", async () => {
    const browser = await browserOf();
    const marked = await (await markOn(browser, ACTIONS))();
    expect([marked.status, marked.location]).toEqual([303, ACTIONS]);
    const { text } = await browser.get(ACTIONS);
    expect(text).toContain("Action marked done.");
    expect(text).not.toContain("Mark done");
    expect(await written(1)).toEqual([
      {
        action: "save",
        changes: { done_on: daysAgo(0) },
        amendment: null,
      },
    ]);
  });

  it("is not marked where others have said another day since, and the list says so", async () => {
    const browser = await browserOf();
    const mark = await markOn(browser, ACTIONS);
    await send(browser, `${ONE}?step=action`, {
      ...{ step: "action", version: "1", transferred_on: "2026-03-01" },
      ...{ ...action, done_on: daysAgo(1) },
    });
    expect((await mark()).location).toBe(ACTIONS);
    const { text } = await browser.get(ACTIONS);
    expect(textsOf(documentOf(text), "#notices li")).toContain(
      "Error: This review changed after you opened it. Check it and try again.",
    );
    expect(await written(2)).toEqual([]);
  });

  it("is marked on the list by nothing but its form", async () => {
    const browser = await browserOf();
    expect((await send(browser, LIST, { task: "burn" })).status).toBe(400);
    const elsewhere = { task: "done", transfer: "14", version: "1" };
    expect((await send(browser, LIST, elsewhere)).status).toBe(403);
  });
});

/** Version 2 is the newest one. */
async function keepTwoVersions(more: Omit<Kept, "versions"> = {}) {
  await forgetReviews();
  await keepReview({
    first: { reason: "Cough" },
    versions: [ADA, BEN],
    ...more,
  });
}

/** The same after somebody has signed it. */
async function keepSigned(more: Version[] = []): Promise<void> {
  await forgetReviews();
  const signed: Version = { author: "Ada", action: "sign" };
  const versions = [ADA, BEN, signed, ...more];
  await keepReview({ state: "signed", versions });
}

describe("a review", () => {
  beforeEach(() => keepTwoVersions());

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
    // A form that cannot be sent would be one all the same.
    expect(all(document, "main form")).toEqual([]);
    expect(historyOf(document)).toEqual([
      [
        "From the record, before the review began:",
        "Reason for the transfer",
        "Cough",
      ],
      [
        "Ada saved the review at 03/04/2026 10:05 AM ET.",
        "What was different about the resident",
        "Pale",
      ],
      [
        "Ben saved the review at 03/04/2026 10:05 AM ET.",
        "Reason for the transfer",
        "Fever",
      ],
    ]);
  });

  it("tells who came first, and to what they changed it, where it cannot be marked any more", async () => {
    const page = await send(await browserOf(), ONE, {
      task: "review",
      version: "1",
    });
    expect([page.status, problemsOf(page)]).toEqual([
      409,
      [
        "This review changed after you opened it. Check it and try again.",
        "Ben changed “Reason for the transfer” to “Fever” at 03/04/2026 10:05 AM ET.",
      ],
    ]);
  });

  it("keeps what is signed, and shows who added what", async () => {
    await keepSigned([
      { author: "Ben", action: "amend", amendment: "They called.\nTwice." },
    ]);
    const browser = await browserOf();
    const document = documentOf((await browser.get(ONE)).text);
    const [main] = textsOf(document, "main");
    expect(main).toContain("Signed by Ada, 03/04/2026 10:05 AM ET");
    expect(main).toContain("They called. Twice.");
    expect(all(document, "main a[href*=step]")).toEqual([]);
    expect((await browser.get(`${ONE}?step=change`)).location).toBe(ONE);
  });

  it("has no form of a transfer that is gone", async () => {
    await forgetReviews();
    await keepReview({ versions: [ADA] }, 14);
    await inStore(portal, ({ db }) =>
      db
        .updateTable("reviews")
        .set({ transfer_id: 999, facility_id: 101 })
        .execute(),
    );
    const browser = await browserOf();
    const page = await browser.get("/reviews/999");
    expect(page.status).toBe(200);
    expect(all(documentOf(page.text), "main form")).toEqual([]);
    expect(page.text).toContain("no longer in the data");
    expect((await browser.get("/reviews/14")).status).toBe(403);
    expect((await browser.get("/reviews/one")).status).toBe(404);
  });

  it("leads to the number that its transfer has now", async () => {
    await keepTwoVersions({ knownAs: -4 });
    expect((await (await browserOf()).get("/reviews/-4")).location).toBe(ONE);
  });

  it("is marked, signed and amended by forms of their own", async () => {
    const browser = await browserOf();
    await keepTwoVersions({ first: { avoidable: "no" } });
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
      ["Enter the amendment."],
    ]);
    await send(browser, ONE, {
      task: "amend",
      version: "4",
      text: "More",
      amended_done_on: "2026-03-05",
    });
    expect(await written(2)).toEqual([
      { action: "review", changes: {}, amendment: null },
      { action: "sign", changes: {}, amendment: null },
      {
        action: "amend",
        changes: { done_on: "2026-03-05" },
        amendment: "More",
      },
    ]);
    expect(
      (await send(browser, ONE, { task: "burn", version: "4" })).status,
    ).toBe(400);
  });

  it("keeps an amendment as it was typed where its day cannot be used", async () => {
    const browser = await browserOf();
    await keepSigned();
    const amendment = { task: "amend", version: "3", text: "More" };
    for (const [day, problem, shown] of [
      ["soon", "Enter the date as year, month and day.", "soon"],
      ["2031-01-01", "Enter a date that is not in the future.", "2031-01-01"],
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
    expect(await written(3)).toEqual([]);
  });
});

describe("a step of a review", () => {
  const STEP = `${ONE}?step=care`;
  const FORM = {
    step: "care",
    version: "2",
    transferred_on: "2026-03-01",
    task: "continue",
  };
  beforeEach(() => keepTwoVersions());

  it("has the answers that are stored, and leads to the next step", async () => {
    const browser = await browserOf();
    const page = await browser.get(STEP);
    expect(valueOf(page, "reason")).toBe("Fever");
    const document = documentOf(page.text);
    expect(textsOf(document, "main ol [aria-current=step]")).toEqual([
      "2. What was tried, and who decided",
    ]);
    expect(textsOf(document, "main dl > div")).toEqual(
      FACTS.map(([label, value]) => `${label}: ${value}`),
    );
    const saved = await send(browser, STEP, {
      ...FORM,
      reason: " Fever\r\nand cough ",
      tried: "",
    });
    expect([saved.status, saved.location]).toEqual([
      303,
      `${ONE}?step=hospital`,
    ]);
    expect(await written(2)).toMatchObject([
      { action: "save", changes: { reason: "Fever\nand cough" } },
    ]);
    const shown = { ...FORM, version: "3", task: "show" };
    const left = await send(browser, STEP, shown);
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
    expect(first?.getAttribute("value")).toBe("continue");
    const judgement = { ...FORM, task: "4" };
    const saved = await send(browser, STEP, { ...judgement, reason: "Cough" });
    expect([saved.status, saved.location]).toEqual([
      303,
      `${ONE}?step=judgement`,
    ]);
    const long = "x".repeat(2_001);
    const refused = await send(browser, STEP, { ...judgement, tried: long });
    expect([refused.status, valueOf(refused, "tried")]).toEqual([400, long]);
    expect(await written(2)).toHaveLength(1);
  });

  it("begins no review for whoever only looks through the steps", async () => {
    const browser = await browserOf();
    await forgetReviews();
    const action = { ...FORM, version: "0", task: "5" };
    const looked = await send(browser, STEP, {
      ...action,
      reason: "Short of breath",
    });
    expect([looked.status, looked.location]).toEqual([
      303,
      `${ONE}?step=action`,
    ]);
    expect(await written()).toEqual([]);
    await send(browser, STEP, { ...action, reason: "" });
    expect(await written()).toHaveLength(1);
  });

  it("says that a change opens a reviewed one again", async () => {
    const browser = await browserOf();
    const warns = async () =>
      (await browser.get(STEP)).text.includes("reopens this review");
    expect(await warns()).toBe(false);
    await keepTwoVersions({ state: "reviewed" });
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
      ["Returned on: Enter a date that is not before the transfer."],
    ]);
    const document = documentOf(page.text);
    expect(textsOf(document, "#returned_on-error")).toEqual([
      "Enter a date that is not before the transfer.",
    ]);
    expect([valueOf(page, "diagnosis"), valueOf(page, "returned_on")]).toEqual([
      "Flu",
      "2026-02-28",
    ]);
    expect(documentOf(page.text).title).toMatch(/^Error: At the hospital/);
    const refused = await send(browser, `${ONE}?step=judgement`, {
      ...step,
      step: "judgement",
      causes: "gone",
    });
    expect([refused.status, problemsOf(refused)]).toEqual([
      400,
      ["Causes, up to three: Choose causes from the list."],
    ]);
  });

  /** Cleo saves while version 2 is open. */
  const savedByCleo = async (changes: Changes) => {
    await forgetReviews();
    const versions = [ADA, BEN, { author: "Cleo", changes }];
    await keepReview({ versions });
  };
  const CONFLICT =
    "Someone else changed the same answers after you opened them. Your changes are not saved yet.";

  it("tells of two who changed the same answer who came first and what they wrote, and goes on from there", async () => {
    await savedByCleo({
      reason: "Sepsis",
      directive: "unsure",
      tried: "Fluids",
    });
    const page = await send(await browserOf(), STEP, {
      ...FORM,
      reason: "Cough",
      directive: "yes",
      tried: "",
    });
    const reason =
      "Cleo changed “Reason for the transfer” to “Sepsis” at 03/04/2026 10:05 AM ET.";
    const directive =
      "Cleo changed “Did the resident have an advance directive?” to “Unsure” at 03/04/2026 10:05 AM ET.";
    expect([page.status, problemsOf(page)]).toEqual([
      409,
      [
        CONFLICT,
        directive,
        reason,
        "Cleo changed “What was tried in the building” to “Fluids” at 03/04/2026 10:05 AM ET.",
        "Save again to replace their answers with yours.",
      ],
    ]);
    const document = documentOf(page.text);
    // What is wrong stands above the facts of the transfer.
    expect(document.querySelector("main [role=alert] ~ dl")).not.toBeNull();
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
    await keepSigned();
    const browser = await browserOf();
    const page = await send(browser, STEP, { ...FORM, reason: "Cough" });
    expect([page.status, page.location]).toEqual([303, ONE]);
    const { text } = await browser.get(ONE);
    expect(textsOf(documentOf(text), "#notices li")).toEqual([
      "Error: This review can no longer be changed that way.",
    ]);
  });

  it("says of a forgotten resident that something was changed, and not to what", async () => {
    await keepReview({ versions: [ADA, BEN] }, 13);
    await inStore(portal, ({ db }) =>
      forgetResident(db, 2, { isDryRun: false, now: new Date() }),
    );
    const page = await send(await browserOf(), "/reviews/13?step=care", {
      ...FORM,
      reason: "Cough",
    });
    expect([page.status, problemsOf(page)[0]]).toEqual([
      409,
      "This review changed after you opened it. Check it and try again.",
    ]);
    expect(page.text).not.toContain("Ben changed");
    expect(valueOf(page, "reason")).toBe("Cough");
  });

  it("tells what others changed beside what was saved", async () => {
    await savedByCleo({ diagnosis: "Flu" });
    const browser = await browserOf();
    const { location } = await send(browser, STEP, {
      ...FORM,
      reason: "Cough",
    });
    const { text } = await browser.get(location ?? "");
    expect(textsOf(documentOf(text), "#notices-others li")).toEqual([
      "Note: Saved. Others changed this review after you opened it. Cleo changed “The hospital's diagnosis” at 03/04/2026 10:05 AM ET.",
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
  const PAGE = "/reviews/causes";

  it("are added and ended by account managers alone", async () => {
    expect((await (await browserOf("company")).get(PAGE)).status).toBe(403);
    const browser = await browserOf("accounts");
    const added = await send(browser, PAGE, { text: " Snow " });
    expect([added.status, added.location]).toEqual([303, PAGE]);
    const ends = async () => {
      const page = await browser.get(PAGE);
      return all(documentOf(page.text), "#causes button").map(nameOf);
    };
    expect(await ends()).toEqual(["End: Snow"]);
    const refused = await send(browser, PAGE, { text: "Snow" });
    expect([
      refused.status,
      problemsOf(refused),
      valueOf(refused, "text"),
    ]).toEqual([400, ["This cause is already on the list."], "Snow"]);
    await send(browser, PAGE, { end: "added-1" });
    expect(await ends()).toEqual([]);
  });
});

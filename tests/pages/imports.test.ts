import { beforeEach, describe, expect, it } from "vitest";
import type { ImportRecord } from "~/contract/imports";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, nameOf, textsOf } from "./support/document";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/users/imports";
const CALL = "/imports";

const STORED: ImportRecord = {
  id: 7,
  kind: "census",
  started_at: "2026-03-04T07:00:00.000Z",
  ended_at: "2026-03-04T07:02:05.000Z",
  started_by: "sojourn@<quality>",
  outcome: "stored",
  is_replacement: false,
  data_through: "2026-03-03",
  files: [{ name: "stays.csv", bytes: 34_040_000, sha256: "ab".repeat(32) }],
  tables: [
    { name: "stays", added: 1_200, changed: 3, unchanged: 88_000, removed: 1 },
    { name: "users", added: 1, changed: 0, unchanged: 40, removed: 0 },
  ],
  problems: [],
  warnings: [
    {
      file: "transfers.csv",
      column: "row",
      message: "no stay holds this day",
      count: 1_312,
      lines: [2, 9, 10, 11, 12],
    },
  ],
};
const REFUSED: ImportRecord = {
  ...STORED,
  id: 8,
  outcome: "refused",
  is_replacement: true,
  data_through: null,
  tables: [],
  problems: [
    {
      file: "stays.csv",
      column: "isnp",
      message: "is not true or false",
      count: 1,
      lines: [4],
    },
  ],
  warnings: [],
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function browserOf(role = "account_manager"): Promise<Browser> {
  signsIn(host, { role });
  return portal.browser().loggedIn(role);
}

/** What the host says of imports from now on. */
function answer(body: object, status = 200): void {
  says(host, CALL, body, status);
}

function queries(): string[] {
  return host
    .callsTo(CALL)
    .map(({ path }) => new URL(path, host.url).searchParams.toString());
}

function cellsOf({ text }: Page, table: string): (string | undefined)[][] {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => cell.textContent?.trim()),
  );
}

describe("the imports", () => {
  beforeEach(() => answer({ data: [REFUSED, STORED], next: null }));

  it("are listed newest first, and the report of the last one says why it was refused", async () => {
    const browser = await browserOf();
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(document.title).toBe("Imports – Sojourn");
    expect(cellsOf(page, "imports")).toEqual([
      [
        "03/04/2026 02:00:00 AM ET",
        "Census",
        "Refused",
        "0",
        "0",
        "0",
        "1",
        "0",
      ],
      [
        "03/04/2026 02:00:00 AM ET",
        "Census",
        "Stored",
        "1,201",
        "3",
        "1",
        "0",
        "1,312",
      ],
    ]);
    expect(textsOf(document, "#import-report-heading")).toEqual([
      "Last import",
    ]);
    expect(cellsOf(page, "import-problems")).toEqual([
      ["is not true or false", "stays.csv", "isnp", "Line 4"],
    ]);
    expect(textsOf(document, "dd")).toContain(
      "Yes: rows that the files do not hold were to be removed",
    );
    expect(page.text).toContain("This import stored no rows.");
  });

  it("each have a report by their link: rows, warnings, files, who ran it and how long", async () => {
    const browser = await browserOf();
    const { text } = await browser.get(PAGE);
    const href = all(documentOf(text), "#imports a")[1]?.getAttribute("href");
    expect(href).toBe(`${PAGE}?import=7`);
    const page = await browser.get(href ?? "");
    const document = documentOf(page.text);
    expect(textsOf(document, "#import-report-heading")).toEqual(["Import 7"]);
    expect(
      textsOf(document, "dt").map((label, at) => [
        label,
        textsOf(document, "dd")[at],
      ]),
    ).toEqual([
      ["What", "Census"],
      ["Started", "03/04/2026 02:00:00 AM ET"],
      ["Took", "2 minutes 5 seconds"],
      ["Run by", "sojourn@<quality>"],
      ["Data complete through", "03/03/2026"],
    ]);
    expect(cellsOf(page, "import-rows")).toEqual([
      ["stays", "1,200", "3", "88,000", "1"],
      ["users", "1", "0", "40", "0"],
    ]);
    expect(cellsOf(page, "import-warnings")).toEqual([
      [
        "no stay holds this day",
        "transfers.csv",
        "row",
        "Lines 2, 9, 10, 11, 12 and 1,307 more",
      ],
    ]);
    expect(cellsOf(page, "import-files")).toEqual([
      ["stays.csv", "34.0 MB", "ab".repeat(32)],
    ]);
    expect(textsOf(document, "#imports [aria-current]")).toEqual([
      "03/04/2026 02:00:00 AM ET",
    ]);
  });

  it("that stored nothing say what they would have changed, and count it nowhere", async () => {
    const [stays, users] = STORED.tables;
    const untouched = {
      name: "notes",
      added: 0,
      changed: 0,
      unchanged: 0,
      removed: 0,
    };
    answer({
      data: [{ ...REFUSED, tables: [stays, untouched, users] }],
      next: null,
    });
    const page = await (await browserOf()).get(PAGE);
    expect(cellsOf(page, "imports")[0]?.slice(3, 6)).toEqual(["0", "0", "0"]);
    expect(cellsOf(page, "import-rows").map(([name]) => name)).toEqual([
      "stays",
      "users",
    ]);
    expect(textsOf(documentOf(page.text), "h3")).toContain(
      "Rows that it would have changed",
    );
  });

  it.each([
    [
      "unfinished",
      "Not finished",
      "It is at work, or it was stopped. If it does not go on, import the same folder again: that stores what is missing.",
      "Last sign of life",
      "03/04/2026 02:02:05 AM ET",
    ],
    [
      "interrupted",
      "Interrupted",
      "Some of its rows are stored. Import the same folder again: that stores what is missing.",
      "Took",
      "2 minutes 5 seconds",
    ],
  ])(
    "that are %s say what to do, and count no row that may not be stored",
    async (outcome, word, note, label, value) => {
      const problems = outcome === "interrupted" ? REFUSED.problems : [];
      answer({ data: [{ ...STORED, outcome, problems }], next: null });
      const page = await (await browserOf()).get(PAGE);
      const document = documentOf(page.text);
      expect(cellsOf(page, "imports")[0]?.slice(2, 6)).toEqual([
        word,
        "some",
        "some",
        "some",
      ]);
      expect(textsOf(document, "main p")).toContain(note);
      const labels = textsOf(document, "dt");
      expect(textsOf(document, "dd")[labels.indexOf(label)]).toBe(value);
      expect(textsOf(document, "h3")).toContain("Rows that it was to change");
      expect(page.text).not.toContain("Nothing of it was stored");
    },
  );

  it("lead to older ones and back, and a report stays on its page", async () => {
    answer({ data: [STORED], next: 7 });
    const browser = await browserOf();
    const { text } = await browser.get(`${PAGE}?before=40&import=7`);
    expect(queries()).toEqual(["before=40"]);
    const links = new Map(
      all(documentOf(text), "main a").map((link) => [
        nameOf(link),
        link.getAttribute("href"),
      ]),
    );
    expect(links.get("Older imports")).toBe(`${PAGE}?before=7#imports`);
    expect(links.get("Newest imports")).toBe(`${PAGE}#imports`);
    expect(links.get("03/04/2026 02:00:00 AM ET")).toBe(
      `${PAGE}?before=40&import=7`,
    );
  });

  it("show the last report where the address names none that there is", async () => {
    const browser = await browserOf();
    for (const query of [
      "?import=x&before=-1",
      "?import=99",
      "?import=7&import=8",
    ]) {
      const page = await browser.get(PAGE + query);
      expect([query, page.status]).toEqual([query, 200]);
      expect(textsOf(documentOf(page.text), "#import-report-heading")).toEqual([
        query.startsWith("?import=7") ? "Import 7" : "Last import",
      ]);
    }
    expect(queries()).toEqual(["", "", ""]);
  });

  it("say that nothing was imported, or that the host keeps no reports", async () => {
    const browser = await browserOf();
    host.on(CALL, (_, response) => void response.writeHead(204).end());
    expect((await browser.get(PAGE)).text).toContain(
      "Nothing has been imported yet.",
    );
    expect((await browser.get(`${PAGE}?before=3`)).text).toContain(
      "There are no older imports.",
    );
    answer({ message: "no such call" }, 404);
    const missing = await browser.get(PAGE);
    expect(missing.status).toBe(200);
    expect(missing.text).toContain("Your data source keeps no reports");
  });

  it("tell of a host that fails, in the title too, and ask again", async () => {
    const browser = await browserOf();
    for (const fail of [
      () => answer({}, 500),
      () => answer({ data: [{ id: "x" }], next: null }),
    ]) {
      fail();
      const page = await browser.get(PAGE);
      expect(page.status).toBe(200);
      const document = documentOf(page.text);
      expect(document.title).toBe("Error: Imports – Sojourn");
      expect(
        textsOf(document, "[role=alert] li, [aria-live=polite] li").join(),
      ).toContain("The imports were not retrieved due to a system error.");
    }
  });

  it("are shown by a host that knows more kinds and results than the portal", async () => {
    answer({
      data: [{ ...STORED, kind: "feed", outcome: "postponed" }],
      next: null,
    });
    const browser = await browserOf();
    const page = await browser.get(PAGE);
    expect(cellsOf(page, "imports")[0]?.slice(1, 3)).toEqual([
      "feed",
      "postponed",
    ]);
  });

  it("are forbidden to everybody else, and take no post", async () => {
    const browser = await browserOf("admin");
    expect((await browser.get(PAGE)).status).toBe(403);
    const data = `${PAGE}?_data=routes%2Fusers_.imports`;
    expect((await browser.get(data)).status).toBe(403);
    expect(host.callsTo(CALL)).toEqual([]);
    const manager = await browserOf();
    expect((await manager.post(PAGE, {})).status).toBe(405);
  });
});

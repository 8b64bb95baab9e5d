import { beforeEach, describe, expect, it } from "vitest";
import type { ImportReport } from "~server/imports/import-report";
import { recordImport } from "~server/imports/reported-import";
import { openStore } from "~server/store/open-store";
import type { Page } from "./support/browser";
import { all, documentOf, nameOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const PAGE = "/users/imports";

const STORED: ImportReport = {
  kind: "census",
  startedAt: "2026-03-04T07:00:00.000Z",
  endedAt: "2026-03-04T07:02:05.000Z",
  startedBy: "sojourn@<quality>",
  outcome: "stored",
  isReplacement: false,
  isDryRun: false,
  dataThrough: "2026-03-03",
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
const FLAG = {
  file: "stays.csv",
  column: "isnp",
  message: "is not true or false",
  count: 1,
  lines: [4],
};
const REFUSED: ImportReport = {
  ...STORED,
  endedAt: "2026-03-04T10:03:00.000Z",
  outcome: "refused",
  files: [999, 1_000, 34_040_000].map((bytes) => {
    return { name: `${bytes}.csv`, bytes, sha256: "" };
  }),
  isReplacement: true,
  dataThrough: null,
  tables: [],
  problems: [
    FLAG,
    { ...FLAG, column: "npi", count: 2, lines: [2, 9] },
    { ...FLAG, column: "unit", count: 2, lines: [7] },
    { ...FLAG, column: "row", count: 1_300, lines: [] },
    { ...FLAG, column: "file", lines: [] },
  ],
  warnings: [],
};

let portal: Portal;
onOwnPortal((started) => (portal = started));

const browserOf = (username = "accounts") =>
  portal.browser().loggedIn(username);

/** As if these alone had been imported, in this order; answers their ids. */
async function keepOnly(...reports: ImportReport[]): Promise<number[]> {
  const store = await openStore({ dataDir: portal.dataDir });
  try {
    await store.db.deleteFrom("imports").execute();
    for (const report of reports) await recordImport(store.db, report);
    const rows = await store.db
      .selectFrom("imports")
      .select("id")
      .orderBy("id")
      .execute();
    return rows.map(({ id }) => id);
  } finally {
    await store.close();
  }
}

function cellsOf({ text }: Page, table: string): (string | undefined)[][] {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => cell.textContent?.trim()),
  );
}

describe("the imports", () => {
  let stored: number | undefined;
  beforeEach(async () => {
    [stored] = await keepOnly(STORED, REFUSED);
  });

  it("are listed newest first, and the report of the last one says why it was refused", async () => {
    const browser = await browserOf();
    const users = documentOf((await browser.get("/users")).text);
    expect(users.querySelector(`nav a[href="${PAGE}"]`)).not.toBeNull();
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(document.title).toBe("Imports – Sojourn");
    expect(cellsOf(page, "imports")).toEqual([
      [
        "03/04/2026 02:00 AM ET",
        "Census",
        "Refused",
        "0",
        "0",
        "0",
        "1,306",
        "0",
      ],
      [
        "03/04/2026 02:00 AM ET",
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
    const words = "is not true or false";
    expect(cellsOf(page, "import-problems")).toEqual([
      [words, "stays.csv", "isnp", "Line 4"],
      [words, "stays.csv", "npi", "Lines 2 and 9"],
      [words, "stays.csv", "unit", "Line 7 and 1 more"],
      [words, "stays.csv", "row", "1,300 rows"],
      [words, "stays.csv", "file", ""],
    ]);
    expect(cellsOf(page, "import-files").map(([, size]) => size)).toEqual([
      "999 bytes",
      "1.0 KB",
      "34.0 MB",
    ]);
    expect(textsOf(document, "dd")).toContain("3 hours 3 minutes");
    expect(textsOf(document, "dd")).toContain(
      "Yes: rows not in the files are removed",
    );
    expect(page.text).toContain("This import stored no rows.");
  });

  it("each have a report by their link: rows, warnings, files, who ran it and how long", async () => {
    const browser = await browserOf();
    const { text } = await browser.get(PAGE);
    const href = all(documentOf(text), "#imports a")[1]?.getAttribute("href");
    expect(href).toBe(`${PAGE}?import=${stored}`);
    const page = await browser.get(href ?? "");
    const document = documentOf(page.text);
    expect(textsOf(document, "#import-report-heading")).toEqual([
      `Import ${stored}`,
    ]);
    expect(
      textsOf(document, "dt").map((label, at) => [
        label,
        textsOf(document, "dd")[at],
      ]),
    ).toEqual([
      ["What", "Census"],
      ["Started", "03/04/2026 02:00 AM ET"],
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
      "03/04/2026 02:00 AM ET",
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
    const tables = [stays, untouched, users].filter((one) => one !== undefined);
    const endedAt = "2026-03-04T07:00:01.499Z";
    await keepOnly({ ...REFUSED, endedAt, tables });
    const page = await (await browserOf()).get(PAGE);
    expect(cellsOf(page, "imports")[0]?.slice(3, 6)).toEqual(["0", "0", "0"]);
    expect(cellsOf(page, "import-rows").map(([name]) => name)).toEqual([
      "stays",
      "users",
    ]);
    const document = documentOf(page.text);
    expect(textsOf(document, "h3")).toContain("Rows it would have changed");
    expect(textsOf(document, "dd")).toContain("1 second");
  });

  it.each([
    [
      "unfinished" as const,
      "Not finished",
      "Running or stopped. If it does not continue, import the same folder again to store the rest.",
      "Last activity",
      "03/04/2026 02:02 AM ET",
    ],
    [
      "interrupted" as const,
      "Interrupted",
      "Some rows are stored. Import the same folder again to store the rest.",
      "Took",
      "2 minutes 5 seconds",
    ],
  ])(
    "that are %s say what to do, and count no row that may not be stored",
    async (outcome, word, note, label, value) => {
      const problems = outcome === "interrupted" ? REFUSED.problems : [];
      await keepOnly({ ...STORED, outcome, problems });
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
      expect(textsOf(document, "h3")).toContain("Rows it was meant to change");
      expect(page.text).not.toContain("Nothing of it was stored");
    },
  );

  it("lead to older ones and back, and a report stays on its page", async () => {
    const ids = await keepOnly(...Array.from({ length: 32 }, () => STORED));
    const browser = await browserOf();
    const linksOf = ({ text }: Page) =>
      new Map(
        all(documentOf(text), "main a").map((link) => [
          nameOf(link),
          link.getAttribute("href"),
        ]),
      );
    const first = linksOf(await browser.get(PAGE));
    expect(first.get("Older imports")).toBe(`${PAGE}?before=${ids[2]}#imports`);
    const last = await browser.get(`${PAGE}?before=${ids[2]}`);
    expect(cellsOf(last, "imports")).toHaveLength(2);
    const older = linksOf(last);
    expect(older.get("Older imports")).toBeUndefined();
    expect(older.get("Newest imports")).toBe(`${PAGE}#imports`);
    expect(older.get("03/04/2026 02:00 AM ET")).toBe(
      `${PAGE}?before=${ids[2]}&import=${ids[0]}`,
    );
  });

  it("show the last report where the address names none that there is", async () => {
    const browser = await browserOf();
    for (const query of ["?import=x&before=-1", "?import=99999"]) {
      const page = await browser.get(PAGE + query);
      expect([query, page.status]).toEqual([query, 200]);
      expect(textsOf(documentOf(page.text), "#import-report-heading")).toEqual([
        "Last import",
      ]);
    }
  });

  it("say that nothing was imported", async () => {
    await keepOnly();
    const browser = await browserOf();
    expect((await browser.get(PAGE)).text).toContain(
      "Nothing has been imported yet.",
    );
    expect((await browser.get(`${PAGE}?before=3`)).text).toContain(
      "There are no older imports.",
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trailOf } from "~server/audit/testing/trail-of";
import type { ImportReport } from "~server/imports/import-report";
import { recordImport } from "~server/imports/reported-import";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { listImports } from "./service";

const REPORT: ImportReport = {
  kind: "census",
  startedAt: "2026-06-01T06:00:00.000Z",
  endedAt: "2026-06-01T06:00:09.000Z",
  startedBy: "sojourn@quality-1",
  outcome: "stored",
  isReplacement: false,
  isDryRun: false,
  dataThrough: "2026-05-31",
  files: [{ name: "stays.csv", bytes: 1_200, sha256: "a".repeat(64) }],
  tables: [
    { name: "stays", added: 12, changed: 3, unchanged: 900, removed: 1 },
    { name: "users", added: 1, changed: 0, unchanged: 0, removed: 0 },
  ],
  problems: [],
  warnings: [
    {
      file: "transfers.csv",
      column: "row",
      message: "no stay holds this day",
      count: 4,
      lines: [2, 9, 10, 11],
    },
  ],
};

describe.each(TEST_DIALECTS)("the reports of imports on %s", (dialect) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await openTestApi(dialect);
  });
  afterEach(() => api.close());

  const keep = (more: Partial<ImportReport> = {}) =>
    recordImport(api.deps.store.db, { ...REPORT, ...more });

  async function pageOf(input: { before?: number | undefined } = {}) {
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const { status, answer } = await api.ask(token, listImports, input);
    expect(status).toBe(200);
    return answer ?? { imports: [], next: null };
  }

  it("tell all that an import said of itself", async () => {
    await keep();
    expect(await pageOf()).toEqual({
      imports: [{ id: 1, ...REPORT }],
      next: null,
    });
  });

  it("come newest first, thirty to a page, and none is told twice or left out", async () => {
    for (let night = 1; night <= 61; night += 1) await keep();
    const first = await pageOf();
    expect(first.imports.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, at) => 61 - at),
    );
    const second = await pageOf({ before: first.next ?? 0 });
    expect([second.imports[0]?.id, second.imports.at(-1)?.id]).toEqual([31, 2]);
    const third = await pageOf({ before: second.next ?? 0 });
    expect(third).toMatchObject({ imports: [{ id: 1 }], next: null });
  });

  it("are an empty answer where nothing was imported", async () => {
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    expect((await api.ask(token, listImports, {})).status).toBe(204);
  });

  it.each(["admin", "company", "facility", "physician"] as const)(
    "are closed to the level %s",
    async (accessLevel) => {
      await keep();
      const { token } = await api.signIn({ accessLevel });
      expect((await api.ask(token, listImports, {})).status).toBe(403);
    },
  );

  it("stand in the audit trail by the counts of what was stored", async () => {
    await keep();
    await keep({ outcome: "refused", problems: REPORT.warnings });
    const [stored, refused] = await trailOf(api, "import_data");
    const details = {
      kind: "census",
      import_id: 1,
      outcome: "stored",
      added: 13,
      changed: 3,
      removed: 1,
      problems: 0,
      warnings: 4,
      started_by: "sojourn@quality-1",
    };
    expect(stored).toMatchObject({ username: null, details });
    const nothing = { added: 0, changed: 0, removed: 0 };
    expect(refused?.details).toEqual({
      ...details,
      ...nothing,
      import_id: 2,
      outcome: "refused",
      problems: 4,
    });
  });
});

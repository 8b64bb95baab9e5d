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

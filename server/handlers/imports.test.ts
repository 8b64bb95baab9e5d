import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getImports } from "~/contract/imports";
import { trailOf } from "~server/audit/testing/trail-of";
import type { ImportReport } from "~server/import/import-report";
import { recordImport } from "~server/import/record-import";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

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

  async function pageOf(query = "") {
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const response = await api.get(`/imports${query}`, token);
    if (response.status === 204) return { data: [], next: null };
    expect(response.status).toBe(200);
    return getImports.answer.parse(await response.json());
  }

  it("tell all that an import said of itself, but whether it was a dry run", async () => {
    await keep();
    expect(await pageOf()).toEqual({
      data: [
        {
          id: 1,
          kind: "census",
          started_at: REPORT.startedAt,
          ended_at: REPORT.endedAt,
          started_by: "sojourn@quality-1",
          outcome: "stored",
          is_replacement: false,
          data_through: "2026-05-31",
          files: REPORT.files,
          tables: REPORT.tables,
          problems: [],
          warnings: REPORT.warnings,
        },
      ],
      next: null,
    });
  });

  it("come newest first, thirty to a page, and none is told twice or left out", async () => {
    for (let night = 1; night <= 61; night += 1) await keep();
    const first = await pageOf();
    expect(first.data.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, at) => 61 - at),
    );
    const second = await pageOf(`?before=${first.next}`);
    expect([second.data[0]?.id, second.data.at(-1)?.id]).toEqual([31, 2]);
    const third = await pageOf(`?before=${second.next}`);
    expect(third).toMatchObject({ data: [{ id: 1 }], next: null });
  });

  it("are an empty answer where nothing was imported", async () => {
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    expect((await api.get("/imports", token)).status).toBe(204);
  });

  it.each(["admin", "company", "facility", "physician"] as const)(
    "are closed to the level %s",
    async (accessLevel) => {
      await keep();
      const { token } = await api.signIn({ accessLevel });
      expect((await api.get("/imports", token)).status).toBe(403);
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

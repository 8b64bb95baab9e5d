import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openReportFiles, reportFileName } from "~server/qies/report-files";
import { restore } from "./restore";
import { makeBackupFolder } from "./testing/backup-folder";
import type { BackupFolder } from "./testing/backup-folder";

/** Processes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

let here: BackupFolder;
beforeEach(async () => {
  here = makeBackupFolder();
  await here.fill();
});
afterEach(() => here.remove());

/** Stores a finished report; returns the name of its file. */
async function addReport(content: string): Promise<string> {
  const at = "2026-06-30T16:00:00.000Z";
  const id = await here.opened(async ({ db }) => {
    const row = await db
      .insertInto("qies_reports")
      .values({
        facility_id: 100,
        user_id: null,
        isnp: 0,
        report_category_id: 50,
        report_type_id: 5015,
        name: "MDS 3.0 Missing Assessment",
        start_day: null,
        end_day: null,
        args: "{}",
        file_type: "pdf",
        status: "completed",
        requested_at: at,
        attempts: 1,
        next_attempt_at: at,
        claim: null,
        claimed_until: null,
        file_name: null,
        file_bytes: content.length,
        problem: null,
        finished_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  });
  const name = reportFileName(id, randomBytes(16).toString("hex"));
  await openReportFiles(here.dataDir).write(name, Buffer.from(content));
  await here.opened(({ db }) =>
    db
      .updateTable("qies_reports")
      .set({ file_name: name })
      .where("id", "=", id)
      .execute(),
  );
  return name;
}

function contentIn(dataDir: string, name: string): string | null {
  const place = path.join(dataDir, "reports", name);
  return existsSync(place) ? readFileSync(place, "utf8") : null;
}

describe("the reports of a data folder", () => {
  it("are in the one file of a backup, and come back with it, for their owner alone", async () => {
    const name = await addReport("whole");
    const { said } = await here.run("command", [here.copy]);
    expect(said[1]).toBe("The copy holds the finished reports: 1.");
    expect(here.names()).toEqual(["copy.db", "data"]);
    const elsewhere = path.join(here.folder, "new");
    await restore({ dataDir: elsewhere, source: here.copy, now: new Date() });
    expect(contentIn(elsewhere, name)).toBe("whole");
    const { mode } = statSync(path.join(elsewhere, "reports", name));
    expect(mode & 0o777).toBe(0o600);
    const tables = await here.opened(
      ({ db }) => db.introspection.getTables(),
      elsewhere,
    );
    expect(tables.map((table) => table.name)).not.toContain(
      "backup_report_files",
    );
  });

  it("are kept with the database that a restore puts aside", async () => {
    const early = await addReport("early");
    here.backUp();
    const late = await addReport("late");
    const restoreFrom = (source: string) =>
      restore({ dataDir: here.dataDir, source, now: new Date() });
    const { putAside } = await restoreFrom(here.copy);
    expect(contentIn(here.dataDir, early)).toBe("early");
    // The restored database does not know it: a server sweeps it away.
    rmSync(path.join(here.dataDir, "reports", late));
    await restoreFrom(putAside ?? "");
    expect(contentIn(here.dataDir, early)).toBe("early");
    expect(contentIn(here.dataDir, late)).toBe("late");
  });

  it("that are lost do not stop a backup, which says so", async () => {
    const name = await addReport("lost");
    rmSync(path.join(here.dataDir, "reports", name));
    const { status, said } = await here.run("command", [here.copy]);
    expect(status).toBe(0);
    expect(said.at(-1)).toMatch(
      /^Finished reports that the copy lacks, because their files are not in .*: 1\.$/,
    );
  });
});

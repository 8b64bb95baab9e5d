import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lockDataDir } from "~server/data-dir-lock";
import { storeReportFile } from "~server/cms-requests/report-files";
import { openDatabase } from "~/runtime/database/open-database.server";
import { migrationsFor } from "~server/store/migrations-in-order";
import { DATABASE_FILE } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { runFile } from "~server/testing/child-process";
import { contentOf } from "~server/imports/testing/census-files";
import { addFinishedReport } from "~server/testing/finished-report";
import { namelessPhysician } from "~server/testing/nameless-physician";
import { restore } from "./restore";
import { makeBackupFolder, OTHER_DATABASES } from "./testing/backup-folder";
import type { BackupFolder } from "./testing/backup-folder";

let here: BackupFolder;
const NOW = new Date("2026-07-01T12:00:00Z");
beforeEach(() => {
  here = makeBackupFolder();
});
afterEach(() => {
  here.remove();
});

/** Lets modules that import single functions of node:fs meet those that are mocked now. */
async function withMocked(work: () => Promise<unknown>): Promise<void> {
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
}

const restoreHere = (source = here.copy) =>
  restore({ dataDir: here.dataDir, source, now: NOW });

describe("npm run restore", () => {
  it("brings the copy back, ends its sessions, and keeps what was there", async () => {
    const content = await here.fill();
    here.backUp();
    await here.opened((store) =>
      store.db.insertInto("physicians").values(namelessPhysician(5)).execute(),
    );
    const changed = await here.content();

    const { status, errors, said } = await here.run("restore-command", [
      here.copy,
    ]);
    expect([status, errors]).toEqual([0, ""]);
    expect(said[0]).toContain("Everyone has to log in again.");
    await here.opened(async (store) => {
      expect(await contentOf(store)).toEqual(content);
      const sessions = store.db.selectFrom("sessions").selectAll();
      expect(await sessions.execute()).toEqual([]);
      const users = await store.db.selectFrom("users").selectAll().execute();
      expect(users.map((user) => user.username)).toEqual(["Ann"]);
    });
    const names = here.names(here.dataDir);
    const aside = names.filter((name) => name.endsWith(".before-restore"));
    expect(aside).toHaveLength(1);
    expect(names.filter((name) => name.startsWith("restore-"))).toEqual([]);
    for (const name of [DATABASE_FILE, ...aside]) {
      expect(statSync(path.join(here.dataDir, name)).mode & 0o777).toBe(0o600);
    }
    await restoreHere(path.join(here.dataDir, aside[0] ?? ""));
    expect(await here.content()).toEqual(changed);
  });

  const reportFiles = () =>
    here.opened(({ db }) =>
      db.selectFrom("qies_report_files").selectAll().execute(),
    );

  it("brings back the files of reports", async () => {
    await here.fill();
    const id = await here.opened(async ({ db }) => {
      const report = await addFinishedReport(db, 100);
      await storeReportFile(db, report, Buffer.from("own"));
      return report;
    });
    here.backUp();
    await here.opened(({ db }) => db.deleteFrom("qies_reports").execute());
    await restoreHere();
    const content = Buffer.from("own");
    expect(await reportFiles()).toEqual([{ report_id: id, part: 0, content }]);
  });

  it("brings back the files of reports that an older version packed", async () => {
    const old = await openDatabase<Schema>(
      { file: here.copy },
      {
        migrationsFor: (dialect) =>
          Object.fromEntries(
            Object.entries(migrationsFor(dialect)).slice(0, 3),
          ),
      },
    );
    await old.close();
    const copy = new BetterSqlite(here.copy);
    copy.exec(`
      insert into divisions values (1, 'North');
      insert into regions values (10, 'Lakes', 1);
      insert into facilities (id, name, region_id) values (100, 'Willow', 10);
      insert into qies_reports (id, facility_id, isnp, report_category_id, report_type_id, name, args,
        file_type, status, requested_at, attempts, next_attempt_at, file_name)
        values (7, 100, 0, 56, 801, 'Measures', '{}', 'pdf', 'completed', '2026', 1, '2026', 'packed.pdf');
      create table backup_report_files (name text primary key, content blob not null);
      insert into backup_report_files values ('packed.pdf', x'252d')`);
    copy.close();
    await restoreHere();
    const content = Buffer.from("%-");
    expect(await reportFiles()).toEqual([{ report_id: 7, part: 0, content }]);
    await here.opened(async ({ db }) => {
      const tables = await db.introspection.getTables();
      const names = tables.map(({ name }) => name);
      expect(names).not.toContain("backup_report_files");
    });
  });

  it("keeps what each restore put aside, also two of one second", async () => {
    await here.fill();
    here.backUp();
    const first = await restoreHere();
    const second = await restoreHere();
    expect(first.putAside).toContain("sojourn.db.20260701T120000Z.");
    expect(second.putAside).not.toBe(first.putAside);
    expect(existsSync(first.putAside ?? "")).toBe(true);
    expect(existsSync(second.putAside ?? "")).toBe(true);
  });

  it("lets nothing of an old journal into the restored database", async () => {
    await here.fill();
    here.backUp();
    const writer = runFile("server/testing/processes/write-until-killed.ts", [
      here.dataDir,
    ]);
    await writer.line((line) => line === "50");
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(here.names(here.dataDir)).toContain(`${DATABASE_FILE}-wal`);
    await restoreHere();
    await here.opened(async (store) => {
      const check = await sql`pragma integrity_check`.execute(store.db);
      expect(check.rows).toEqual([{ integrity_check: "ok" }]);
      const rows = store.db.selectFrom("physicians").select("npi");
      expect(await rows.execute()).toHaveLength(1);
    });
  });

  it("keeps imports out until the copy is in place", async () => {
    const content = await here.fill();
    here.backUp();
    const place = path.join(here.dataDir, DATABASE_FILE);
    const early: BetterSqlite.Database[] = [];
    const codes: unknown[] = [];
    const write = (database: BetterSqlite.Database) => {
      try {
        database.pragma("journal_mode = wal");
        database.exec("delete from stays");
      } catch (error) {
        codes.push((error as { code?: unknown }).code);
      }
    };
    vi.spyOn(fs, "renameSync").mockImplementationOnce((...names) => {
      const database = new BetterSqlite(place, { timeout: 0 });
      early.push(database);
      write(database);
      fs.renameSync(...names);
    });
    await withMocked(restoreHere);
    // Nor may it write, unheard, to the database that was put aside.
    early.forEach(write);
    early.forEach((database) => database.close());
    expect(codes).toEqual(["SQLITE_BUSY", "SQLITE_READONLY_DBMOVED"]);
    expect(await here.content()).toEqual(content);
  });

  it("makes the database its owner's alone, whatever the mode of the copy", async () => {
    await here.fill();
    here.backUp();
    chmodSync(here.copy, 0o444);
    await restoreHere();
    const { mode } = statSync(path.join(here.dataDir, DATABASE_FILE));
    expect(mode & 0o777).toBe(0o600);
  });

  it("clears away what a restore that was killed has left", async () => {
    await here.fill();
    here.backUp();
    const left = path.join(here.dataDir, "restore-a1B2c3");
    mkdirSync(left);
    writeFileSync(path.join(left, DATABASE_FILE), "half a copy");
    await restoreHere();
    expect(existsSync(left)).toBe(false);
  });

  it("says it where the disk is full, and leaves nothing behind", async () => {
    const content = await here.fill();
    here.backUp();
    vi.spyOn(fs, "copyFileSync").mockImplementationOnce(() => {
      throw new Error("ENOSPC: no space left on device");
    });
    await withMocked(() =>
      expect(restoreHere()).rejects.toThrow(
        `${here.copy} cannot be used here: ENOSPC: no space left on device.`,
      ),
    );
    expect(
      here.names(here.dataDir).filter((name) => /restore/.test(name)),
    ).toEqual([]);
    expect(await here.content()).toEqual(content);
  });

  it("leaves in place what cannot be put aside for another reason than damage", async () => {
    await here.fill();
    here.backUp();
    const journal = path.join(here.dataDir, `${DATABASE_FILE}-wal`);
    rmSync(journal, { force: true });
    mkdirSync(journal);
    const before = here.names(here.dataDir);
    await expect(restoreHere()).rejects.toThrow("cannot be moved aside: ");
    expect(here.names(here.dataDir)).toEqual([...before, "server.lock"].sort());
  });

  it("takes the place of a database that is beyond repair, and keeps that too", async () => {
    const content = await here.fill();
    here.backUp();
    writeFileSync(
      path.join(here.dataDir, DATABASE_FILE),
      "broken".repeat(1_000),
    );
    const { putAside } = await restoreHere();
    expect(await here.content()).toEqual(content);
    expect(statSync(putAside ?? "").size).toBe(6_000);
  });

  it("changes nothing under a server or a writer, and says why", async () => {
    const content = await here.fill();
    here.backUp();
    const unlock = lockDataDir(here.dataDir);
    expect(await here.run("restore-command", [here.copy])).toEqual({
      status: 1,
      errors: `another Sojourn server is using ${here.dataDir} (stop it, or give this one another DATA_DIR)\nNothing was changed.\n`,
      said: [],
    });
    unlock();
    await here.opened(async (store) => {
      await expect(restoreHere()).rejects.toThrow(
        "An import or a backup is using ",
      );
      expect(await contentOf(store)).toEqual(content);
    });
    expect(
      here.names(here.dataDir).filter((name) => /restore/.test(name)),
    ).toEqual([]);
  });

  it("refuses what is no copy, is damaged, or was made by a newer version", async () => {
    const content = await here.fill();
    here.backUp();
    await expect(
      restoreHere(path.join(here.folder, "none.db")),
    ).rejects.toThrow("is not a file that can be read");
    const text = path.join(here.folder, "text.db");
    writeFileSync(text, "just words ".repeat(1_000));
    await expect(restoreHere(text)).rejects.toThrow("text.db cannot be read: ");
    await expect(restoreHere(here.foreignDatabase())).rejects.toThrow(
      "foreign.db is not a Sojourn database",
    );
    const newer = new BetterSqlite(here.copy);
    newer.exec("insert into kysely_migration values ('9999-later', '')");
    newer.close();
    await expect(restoreHere()).rejects.toThrow(
      "a newer version of Sojourn made the database",
    );
    expect(await here.content()).toEqual(content);
    expect(
      here.names(here.dataDir).filter((name) => /restore/.test(name)),
    ).toEqual([]);
  });

  it.each(OTHER_DATABASES)(
    "ends with status 1 when the data are with %s, and says what to use",
    async (_, env, words) => {
      const { status, errors } = await here.run(
        "restore-command",
        [here.copy],
        env,
      );
      expect(status).toBe(1);
      expect(errors).toMatch(words);
    },
  );
});

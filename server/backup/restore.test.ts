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
import { DATABASE_FILE } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import { contentOf } from "~server/imports/testing/census-files";
import { addFinishedReport } from "~server/testing/finished-report";
import { namelessPhysician } from "~server/testing/nameless-physician";
import { restore } from "./restore";
import { makeBackupFolder, OTHER_DATABASES } from "./testing/backup-folder";
import type { BackupFolder } from "./testing/backup-folder";

/** Processes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

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

  it("brings back the files of reports, also those that an older version packed", async () => {
    await here.fill();
    const [own = 0, packed = 0] = await here.opened(async ({ db }) => {
      const ids = [
        await addFinishedReport(db, 100),
        await addFinishedReport(db, 100),
      ];
      await storeReportFile(db, ids[0] ?? 0, Buffer.from("own"));
      return ids;
    });
    const files = () =>
      here.opened(({ db }) =>
        db
          .selectFrom("qies_report_files")
          .selectAll()
          .orderBy("report_id")
          .execute(),
      );
    here.backUp();
    await here.opened(({ db }) => db.deleteFrom("qies_reports").execute());
    await restoreHere();
    const ofOwn = { report_id: own, part: 0, content: Buffer.from("own") };
    expect(await files()).toEqual([ofOwn]);

    const copy = new BetterSqlite(here.copy);
    copy.exec(`
      drop table targets;
      drop table transfer_notices;
      drop table discussions;
      drop table audited_residents;
      drop table qies_report_files;
      create table backup_report_files (name text primary key, content blob not null);
      insert into backup_report_files values ('packed.pdf', x'252d');
      update qies_reports set file_name = 'packed.pdf' where id = ${packed};
      drop table organisation_sessions;
      drop table group_rules;
      alter table users drop column password_initial_until;
      alter table users drop column last_login_at;
      alter table users drop column emergency_entry;
      drop table organisation_accounts;
      drop table link_codes;
      drop table used_tickets;
      alter table sessions drop column of_organisation;
      drop table passkeys;
      drop table second_factor_rules;
      drop table recovery_codes;
      drop table second_factors;
      drop table signal_visits;
      drop table chart_notes;
      drop table cms_scores;
      drop table cms_averages;
      drop table review_causes;
      drop table review_versions;
      drop table reviews;
      alter table patients drop column forgotten_at;
      alter table stays drop column unit;
      drop index transfers_by_facility_id_and_transferred_on;
      create index transfers_by_facility_id_and_transferred_on on transfers (facility_id, transferred_on);
      alter table transfers drop column minute_of_day;
      alter table transfers drop column hospital;
      alter table transfers drop column unit;
      alter table transfers drop column reason;
      alter table transfers drop column diagnosis;
      alter table transfers drop column returned_on;
      drop table feed_facilities;
      drop table feed_message_numbers;
      drop table feed_numbers;
      drop table feed_raw;
      drop table feed_messages;
      drop table senders;
      drop index transfers_by_transferred_on;
      drop index transfers_with_assumed_outcome;
      drop index transfers_outside_stays;
      alter table transfers drop column assumed;
      alter table data_state drop column feed_versions;
      alter table data_state drop column fed_at;
      drop index patients_by_mrn;
      alter table facilities drop column time_zone;
      alter table facilities drop column beds;
      alter table facilities drop column stars_on;
      alter table facilities drop column special_focus;
      alter table facilities drop column abuse;
      drop index stays_by_facility_id_and_discharged_on;
      alter table facilities drop column data_from;
      alter table qies_reports drop column data_version;
      drop table joined_stays;
      alter table stays drop column admitted_minute;
      alter table stays drop column days_end;
      alter table transfers drop column trip_id;
      alter table transfers drop column trip_planned;
      alter table stays drop column said_ms;
      alter table stays drop column word_of;
      alter table stays drop column recorded;
      alter table transfers drop column said_ms;
      alter table transfers drop column word_of;
      alter table transfers drop column recorded;
      drop table place_versions;
      alter table data_state drop column narrow_versions;
      drop table place_totals;
      drop table absences;
      drop table physician_spans;
      drop table physician_histories;
      alter table data_state drop column figures_edition;
      create table cumulative (facility_id integer, isnp integer, day integer,
        h_events integer, ed_events integer, adm_events integer);
      create table cumulative_spans (facility_id integer);
      drop table imports;
      drop table merges;
      alter table stays drop column recorded_patient_id;
      alter table transfers drop column recorded_patient_id;
      alter table notes drop column recorded_patient_id;
      alter table facilities drop column data_through;
      delete from kysely_migration where name >= '0004'`);
    copy.close();
    await restoreHere();
    const ofPacked = { report_id: packed, part: 0, content: Buffer.from("%-") };
    expect(await files()).toEqual([ofPacked]);
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

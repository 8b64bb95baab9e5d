import { copyFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDataDir } from "~server/data-dir-lock";
import { DATABASE_FILE } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import { backUp } from "./back-up";
import { restore } from "./restore";
import { makeBackupFolder, OTHER_DATABASES } from "./testing/backup-folder";
import type { BackupFolder } from "./testing/backup-folder";

let here: BackupFolder;
const cleanups: (() => unknown)[] = [];
beforeEach(() => {
  here = makeBackupFolder();
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  here.remove();
});

function backUpTo(target: string, force = false): void {
  backUp({ dataDir: here.dataDir, target, force });
}

describe("npm run backup", () => {
  it("copies the data for their owner alone, and says nothing of them", async () => {
    const content = await here.fill();
    // npm runs it in the project's folder, wherever it was called.
    const { status, errors, said } = await here.run("command", [
      path.relative(process.cwd(), here.copy),
    ]);
    expect([status, errors]).toEqual([0, ""]);
    expect(said[0]).toContain(` to ${here.copy} and`);
    expect(said.join("\n")).toMatch(
      /checked it: .* MB, data imported at 2026-06-30T16:00:00\.000Z, data version 1, tables as of [\w-]+\.$/,
    );
    expect(statSync(here.copy).mode & 0o777).toBe(0o600);
    expect(here.names()).toEqual(["copy.db", "data"]);
    const elsewhere = path.join(here.folder, "new");
    const restored = await restore({
      dataDir: elsewhere,
      source: here.copy,
      now: new Date(),
    });
    expect(restored.putAside).toBeNull();
    expect(await here.content(elsewhere)).toEqual(content);
  });

  it("copies one moment of a database that is being written to, under a server", async () => {
    const writer = runFile("server/testing/processes/write-until-killed.ts", [
      here.dataDir,
    ]);
    cleanups.push(() => writer.child.kill("SIGKILL"));
    await writer.line((line) => line === "50");
    cleanups.push(lockDataDir(here.dataDir));
    backUpTo(here.copy);
    const before = writer.lines.length;
    await writer.line((line) => Number(line) > before);
    const stored = new BetterSqlite(here.copy, { readonly: true });
    const npis = stored.prepare("select npi from physicians").pluck().all();
    stored.close();
    expect(npis.length).toBeGreaterThanOrEqual(50);
    expect(npis).toEqual(npis.map((_, index) => index + 1));
  });

  it("replaces no file unless it is told to, and never the database", async () => {
    await here.fill();
    writeFileSync(here.copy, "mine");
    expect(() => backUpTo(here.copy)).toThrow(
      `${here.copy} is there already. Choose another name, or add --force to replace it.`,
    );
    backUpTo(here.copy, true);
    expect(statSync(here.copy).size).toBeGreaterThan(4);
    const own = path.join(here.dataDir, DATABASE_FILE);
    for (const ending of ["", "-wal", "-shm", "-journal"]) {
      expect(() => backUpTo(own + ending, true)).toThrow(
        "is the database itself",
      );
    }
  });

  it.each(["-wal", "-journal"])(
    "is not put beside a %s file of another database, which would get into it",
    async (ending) => {
      await here.fill();
      writeFileSync(here.copy + ending, "of another");
      expect(() => backUpTo(here.copy, true)).toThrow(
        `SQLite would take ${here.copy}${ending} for a part of the copy.`,
      );
      expect(here.names()).toEqual([`copy.db${ending}`, "data"]);
    },
  );

  it("explains itself when its arguments are not understood", async () => {
    const { status, errors } = await here.run("command", [here.copy, "--now"]);
    expect(status).toBe(1);
    expect(errors).toMatch(/^Usage: npm run backup -- FILE/);
  });

  it.each(OTHER_DATABASES)(
    "ends with status 1 when the data are with %s, and says what to use",
    async (_, env, words) => {
      const { status, errors } = await here.run("command", [here.copy], env);
      expect(status).toBe(1);
      expect(errors).toMatch(words);
      expect(errors).not.toContain("canary");
      expect(here.names()).toEqual([]);
    },
  );

  it("ends with status 1 where there is no database, and makes none", async () => {
    expect(await here.run("command", [here.copy])).toEqual({
      status: 1,
      errors: `There is no database in ${here.dataDir}.\nNothing was written.\n`,
      said: [],
    });
    expect(here.names()).toEqual([]);
  });

  it("says why where the copy has no place", async () => {
    await here.fill();
    const nowhere = path.join(here.folder, "no", "copy.db");
    expect(() => backUpTo(nowhere)).toThrow(/^There is no folder .*\/no\.$/);
    expect(() => backUpTo(here.dataDir, true)).toThrow("is not a file");
    expect(() => backUpTo("/proc/copy.db")).toThrow(
      /^\/proc\/copy\.db cannot be written: /,
    );
  });

  it("makes no copy of what is damaged or no database of Sojourn", async () => {
    await here.fill();
    const file = path.join(here.dataDir, DATABASE_FILE);
    copyFileSync(here.foreignDatabase(), file);
    expect(() => backUpTo(here.copy)).toThrow(
      "The copy is not a Sojourn database.",
    );
    writeFileSync(file, "not a database at all".repeat(100));
    expect(() => backUpTo(here.copy)).toThrow("cannot be copied");
    expect(here.names()).toEqual(["data", "foreign.db"]);
  });
});

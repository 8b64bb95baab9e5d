import {
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pino from "pino";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { parseSettings } from "~/contract/settings";
import { openDataServer } from "~server/data-server";
import { openStore, type Store } from "~server/store/open-store";
import { addFinishedReport } from "~server/testing/finished-report";
import {
  createThrowAwaySchema,
  TEST_DIALECTS,
} from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import {
  hasReportFile,
  readReportFile,
  takeOverReportFiles,
} from "./report-files";

const CLAIM = "0123456789abcdef".repeat(2);

describe.each(TEST_DIALECTS)(
  "the files of an older version on %s",
  (dialect) => {
    let env: Record<string, string>;
    let store: Store;
    let folder: string;
    beforeEach(async () => {
      const temporary = makeTemporaryFolder();
      onTestFinished(temporary.remove);
      folder = path.join(temporary.folder, "reports");
      mkdirSync(folder);
      env = { DATA_DIR: temporary.folder, DEMO: "0" };
      if (dialect === "postgres") {
        const { databaseUrl, drop } = await createThrowAwaySchema();
        onTestFinished(drop);
        env.DATABASE_URL = databaseUrl;
      }
      store = await openStore(
        env.DATABASE_URL
          ? { databaseUrl: env.DATABASE_URL }
          : { dataDir: temporary.folder },
      );
      onTestFinished(() => store.close());
      await seedOrganization(store.db);
    });

    /** A finished report as an older version has left it, its file in the folder. */
    async function addReport(content: Uint8Array) {
      const id = await addFinishedReport(store.db, 111);
      const name = `${id}-${CLAIM}.pdf`;
      await store.db
        .updateTable("qies_reports")
        .set({ file_name: name, file_bytes: content.length })
        .where("id", "=", id)
        .execute();
      leave(name, content);
      return { id, name, content };
    }

    const leave = (name: string, content: Uint8Array | string = "x") =>
      writeFileSync(path.join(folder, name), content);

    const takeOver = () => takeOverReportFiles(store.db, path.dirname(folder));

    async function contentOf({ id }: { id: number }) {
      const file = new Response(readReportFile(store.db, id));
      return Buffer.from(await file.arrayBuffer());
    }

    it("are in the database afterwards, whatever their size, and the folder is gone", async () => {
      const reports = [];
      for (const bytes of [14, 1_000_000, 2_500_000]) {
        reports.push(await addReport(Buffer.alloc(bytes, bytes % 251)));
      }
      leave(`${reports[0]?.id}-${"0".repeat(32)}.pdf`);
      leave(`77-${CLAIM}.pdf.part`);
      expect(await takeOver()).toBe(3);
      for (const report of reports) {
        expect((await contentOf(report)).equals(report.content)).toBe(true);
      }
      expect(readdirSync(env.DATA_DIR ?? "")).not.toContain("reports");
      expect(await takeOver()).toBe(0);
    });

    it("are left where they are not ours, and the folder with them", async () => {
      leave("notes.txt");
      expect(await takeOver()).toBe(0);
      expect(readdirSync(folder)).toEqual(["notes.txt"]);
    });

    it("are taken at the next start where the process ended in between", async () => {
      const stored = await addReport(Buffer.from("%PDF stored"));
      await takeOver();
      // It ended before the file that it had stored was removed.
      mkdirSync(folder);
      leave(stored.name, stored.content);
      const failed = await addReport(Buffer.from("%PDF failed"));
      const place = path.join(folder, failed.name);
      rmSync(place);
      // Nobody can read a folder as a file.
      mkdirSync(place);
      await expect(takeOver()).rejects.toThrow("EISDIR");
      expect(await hasReportFile(store.db, failed.id)).toBe(false);
      rmdirSync(place);
      leave(failed.name, failed.content);

      expect(await takeOver()).toBe(1);
      expect(await contentOf(failed)).toEqual(failed.content);
      expect(await contentOf(stored)).toEqual(stored.content);
    });

    it("are taken once where two processes start at once", async () => {
      const reports = [];
      for (let count = 0; count < 5; count += 1) {
        reports.push(await addReport(Buffer.from(`%PDF ${count}`)));
      }
      const taken = await Promise.all([takeOver(), takeOver()]);
      expect(taken[0] + taken[1]).toBe(5);
      for (const report of reports) {
        expect(await contentOf(report)).toEqual(report.content);
      }
    });

    it("are taken by the data server before it answers", async () => {
      const report = await addReport(Buffer.from("%PDF-1.7"));
      const { settings } = parseSettings(env);
      if (!settings) throw new Error("bad settings");
      const log = pino({ level: "silent" });
      const server = await openDataServer({ settings, log });
      expect(await contentOf(report)).toEqual(report.content);
      await server.close();
    });
  },
);

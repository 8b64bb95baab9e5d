import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { storeReportFile } from "~server/cms-requests/report-files";
import { addFinishedReport } from "~server/testing/finished-report";
import { openTestStore } from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";
import { virtualTime } from "~server/testing/virtual-time";
import { startReportRetention } from "./report-retention";
import { openedForEach } from "~server/testing/opened";

const NOW = new Date("2026-06-15T12:00:00Z");
const DAY_MS = 86_400_000;

const daysAgo = (days: number) =>
  new Date(NOW.getTime() - days * DAY_MS).toISOString();

describe("stored CMS reports", () => {
  const store = openedForEach(() => openTestStore());
  beforeEach(() => seedOrganization(store.db));

  async function add(
    name: string,
    status: "requested" | "pending" | "automatic" | "completed" | "error",
    requested_at: string,
    finished_at: string | null,
  ): Promise<void> {
    const told = { name, status, requested_at, finished_at };
    const id = await addFinishedReport(store.db, 111, told);
    if (status !== "completed") return;
    await storeReportFile(store.db, id, Buffer.from("%PDF-1.7 a report"));
  }

  it("are deleted with their files so many days after they were finished, and not before", async () => {
    const { db } = store;
    for (let at = 0; at < 45; at++) {
      await add(`old-${at}`, "completed", daysAgo(99), daysAgo(30.1));
    }
    await add("failed", "error", daysAgo(60), daysAgo(31));
    await add("without a time", "automatic", daysAgo(31), null);
    await add("kept", "completed", daysAgo(99), daysAgo(29.9));
    await add("open", "pending", daysAgo(99), null);
    await add("asked for", "requested", daysAgo(99), null);
    const time = virtualTime(NOW);
    const logged: string[] = [];
    const log = pino({}, { write: (line) => void logged.push(line) });
    const retention = startReportRetention({ db, log, ...time, keptDays: 30 });
    await retention.idle();
    await retention.stop();
    const left = await db
      .selectFrom("qies_reports")
      .select("name")
      .orderBy("id")
      .execute();
    expect(left.map(({ name }) => name)).toEqual(["kept", "open", "asked for"]);
    const files = await db
      .selectFrom("qies_report_files")
      .select("report_id")
      .execute();
    expect(files).toHaveLength(1);
    expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ event: "qies.swept", reports: 47 }),
    );
  });
});

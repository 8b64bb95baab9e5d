import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { openTestApi } from "~server/testing/open-test-api";
import { insertAuditEvents, type AuditRecord } from "./audit-events";
import { auditFile, listAuditEvents, type AuditEvent } from "./service";
import { trailOf } from "./testing/trail-of";
import { openedForEach } from "~server/testing/opened";

const ADA = { id: 71, username: "Ada" };
const BEN = { id: 72, username: "Ben" };

function at(instant: string, more: Partial<AuditRecord> = {}): AuditRecord {
  return {
    action: "view_patients",
    at: new Date(instant),
    user: ADA,
    address: "192.0.2.1",
    requestId: "r-1",
    ...more,
  };
}

const nameless = ({ id }: { id: number }) => ({
  id,
  mrn: null,
  first_name: null,
  last_name: null,
  frailty_score: null,
});

describe("the audit trail", () => {
  const api = openedForEach(() => openTestApi());
  let token: string;
  beforeEach(async () => {
    ({ token } = await api.signIn({
      accessLevel: "account_manager",
      username: "manager",
    }));
  });

  const store = (...records: AuditRecord[]) =>
    insertAuditEvents(api.deps.store.db, records);

  type Query = z.input<typeof listAuditEvents.input>;

  async function pageOf(query: Query = {}) {
    const { status, answer } = await api.ask(token, listAuditEvents, query);
    expect(status).toBe(answer ? 200 : 204);
    return answer ?? { events: [], next: null };
  }

  /** The times of the events of a page, without those of reading the trail itself. */
  async function timesOf(query: Query): Promise<string[]> {
    const { events } = await pageOf(query);
    return events.filter(isNoReading).map((event) => event.at.slice(0, 16));
  }

  const isNoReading = ({ action }: AuditEvent) =>
    action !== "view_audit_trail" && action !== "export_audit_trail";

  describe("in pages", () => {
    it("is 204 where it is empty", async () => {
      expect((await api.ask(token, listAuditEvents, {})).status).toBe(204);
      expect((await api.askFile(token, auditFile, {})).status).toBe(204);
      expect(await trailOf(api, "view_audit_trail")).toEqual([]);
    });

    it("finds what a user did and what was done to them, whatever the case, and each once", async () => {
      await store(
        at("2026-06-01T01:00:00Z"),
        at("2026-06-01T02:00:00Z", { user: BEN, target: ADA }),
        at("2026-06-01T03:00:00Z", { user: BEN }),
        at("2026-06-01T04:00:00Z", { target: ADA }),
        at("2026-06-01T05:00:00Z", { user: null, target: ADA }),
        at("2026-06-01T06:00:00Z", { user: null }),
      );
      expect(await timesOf({ user: " aDA " })).toEqual([
        "2026-06-01T05:00",
        "2026-06-01T04:00",
        "2026-06-01T02:00",
        "2026-06-01T01:00",
      ]);
      expect(await timesOf({ user: "ad" })).toEqual([]);
      expect(await timesOf({ user: "%" })).toEqual([]);
      expect(await timesOf({ user: "" })).toHaveLength(6);
    });

    it("finds of a user only the action and the days that are asked for", async () => {
      const signedOut = { action: "sign_out" } as const;
      await store(
        at("2026-06-01T12:00:00Z", signedOut),
        at("2026-06-02T11:00:00Z", signedOut),
        at("2026-06-02T12:00:00Z"),
        at("2026-06-02T13:00:00Z", { ...signedOut, user: BEN, target: ADA }),
        at("2026-06-02T14:00:00Z", { user: BEN, target: ADA }),
        at("2026-06-03T12:00:00Z", signedOut),
      );
      const days = { from: "2026-06-02", to: "2026-06-02" };
      expect(await timesOf({ ...signedOut, ...days, user: "ada" })).toEqual([
        "2026-06-02T13:00",
        "2026-06-02T11:00",
      ]);
    });

    it("finds what showed a resident, under each id that they have had", async () => {
      const { db } = api.deps.store;
      await db
        .insertInto("patients")
        .values([{ id: 5001 }, { id: 5002 }, { id: 5003 }].map(nameless))
        .execute();
      await db
        .insertInto("merges")
        .values({
          from_id: 5002,
          into_id: 5001,
          merged_at: "2026-06-03T00:00:00.000Z",
        })
        .execute();
      await store(
        at("2026-06-01T01:00:00Z", { residents: [5001, 5003, 5001] }),
        at("2026-06-01T02:00:00Z"),
        at("2026-06-01T03:00:00Z", { residents: [5002] }),
        at("2026-06-01T04:00:00Z", { residents: [5003], user: BEN }),
      );
      const both = ["2026-06-01T03:00", "2026-06-01T01:00"];
      expect(await timesOf({ resident: 5001 })).toEqual(both);
      expect(await timesOf({ resident: 5002 })).toEqual(both);
      expect(await timesOf({ resident: 5003, user: "ada" })).toEqual([
        "2026-06-01T01:00",
      ]);
      expect(await timesOf({ resident: 5004 })).toEqual([]);
      expect(await trailOf(api, "view_audit_trail")).toMatchObject([
        { details: { patient_id: 5001 } },
        { details: { patient_id: 5002 } },
        { details: { patient_id: 5003 } },
      ]);
    });

    it("takes days for those of New York, also where the clocks change in them", async () => {
      await store(
        at("2026-03-08T04:59:59.999Z"),
        at("2026-03-08T05:00:00.000Z"),
        at("2026-03-09T03:59:59.999Z"),
        at("2026-03-09T04:00:00.000Z"),
        at("2026-11-01T03:59:59.999Z"),
        at("2026-11-01T04:00:00.000Z"),
        at("2026-11-02T04:59:59.999Z"),
        at("2026-11-02T05:00:00.000Z"),
      );
      expect(await timesOf({ from: "2026-03-08", to: "2026-03-08" })).toEqual([
        "2026-03-09T03:59",
        "2026-03-08T05:00",
      ]);
      expect(await timesOf({ from: "2026-11-01", to: "2026-11-01" })).toEqual([
        "2026-11-02T04:59",
        "2026-11-01T04:00",
      ]);
      expect(await timesOf({ from: "2026-11-02" })).toEqual([
        "2026-11-02T05:00",
      ]);
      expect(await timesOf({ to: "2026-03-07" })).toEqual(["2026-03-08T04:59"]);
    });

    it("gives each event once, newest first, whatever comes meanwhile", async () => {
      const records = Array.from({ length: 250 }, (_, minute) =>
        // Many have their time in common, and every third was stored late.
        at(
          new Date(
            Date.UTC(2026, 5, 1) +
              Math.floor(minute / 7) * 60_000 -
              (minute % 3) * 90_000,
          ).toISOString(),
          minute % 2 ? { user: BEN, target: ADA } : {},
        ),
      );
      await store(...records);
      for (const filter of [
        { to: "2026-06-14" },
        { to: "2026-06-14", user: "ada" },
      ]) {
        const found: AuditEvent[] = [];
        const sizes: number[] = [];
        let next: number | null = null;
        do {
          const page = await pageOf({ ...filter, before: next ?? undefined });
          found.push(...page.events);
          sizes.push(page.events.length);
          next = page.next;
          await store(at("2026-06-15T12:00:00Z"));
        } while (next !== null);
        expect(sizes).toEqual([100, 100, 50]);
        expect(new Set(found.map(({ id }) => id)).size).toBe(250);
        const order = found.map((event) => event.at);
        expect(order).toEqual([...order].sort().reverse());
      }
    });

    it("has no further page after exactly a hundred events, or after one that is gone", async () => {
      await store(
        ...Array.from({ length: 100 }, () => at("2026-06-01T12:00:00Z")),
      );
      expect((await pageOf({ to: "2026-06-01" })).next).toBeNull();
      const gone = await api.ask(token, listAuditEvents, { before: 4711 });
      expect(gone.status).toBe(204);
    });

    it.each([
      { from: "yesterday" },
      { from: "2026-06-02", to: "2026-06-01" },
      { user: "\0" },
    ])("are not made of %j, nor is a file", async (query) => {
      expect((await api.ask(token, listAuditEvents, query)).status).toBe(400);
      expect((await api.askFile(token, auditFile, query)).status).toBe(400);
    });

    it.each(["admin", "company", "facility", "physician"] as const)(
      "are nothing for %s, nor is a file",
      async (accessLevel) => {
        await store(at("2026-06-01T12:00:00Z"));
        const other = (await api.signIn({ accessLevel })).token;
        expect((await api.ask(other, listAuditEvents, {})).status).toBe(403);
        expect((await api.askFile(other, auditFile, {})).status).toBe(403);
        expect(await trailOf(api)).toHaveLength(1);
      },
    );

    it("records who reads it, once for what is asked, and without what was typed", async () => {
      await api.addUser({ accessLevel: "company", username: "Ada" });
      await store(
        ...Array.from({ length: 150 }, () => at("2026-06-01T12:00:00Z")),
      );
      const query = { user: "ADA", action: "view_patients" } as const;
      const { next } = await pageOf(query);
      await pageOf({ ...query, before: next ?? 0 });
      await store(
        at("2026-06-01T12:00:00Z", { user: { ...BEN, username: "typed" } }),
      );
      await pageOf({ user: "tYPEd", from: "2026-06-01", to: "2026-06-02" });
      expect(await trailOf(api, "view_audit_trail")).toMatchObject([
        {
          username: "manager",
          target_username: "Ada",
          details: { action: "view_patients" },
        },
        {
          target_username: null,
          details: { unknown_user: true, from: "2026-06-01", to: "2026-06-02" },
        },
      ]);
      const lines = api.logged.map((line) => JSON.stringify(line));
      expect(lines.filter((line) => /typed/i.test(line))).toEqual([]);
    });
  });

  describe("as a file", () => {
    async function fileOf(query: Query = {}) {
      const { file } = await api.askFile(token, auditFile, query);
      return { file: file?.file, text: await new Response(file?.body).text() };
    }

    const cellsOf = (text: string): string[][] => parse(text, { bom: true });

    it("is CSV, newest first, in words", async () => {
      await store(
        at("2026-11-01T05:30:00Z"),
        at("2026-11-01T06:30:00Z", {
          action: "change_report_access",
          target: BEN,
          details: { report: "nights", role: "region", allow: true },
        }),
      );
      const { file, text } = await fileOf({ to: "2026-11-01" });
      expect(file).toMatchObject({
        type: "text/csv; charset=utf-8",
        name: "audit-trail.csv",
      });
      expect(cellsOf(text)).toEqual([
        [
          "at",
          "new_york_time",
          "action",
          "what",
          "username",
          "user_id",
          "target_username",
          "target_user_id",
          "details",
          "address",
        ],
        [
          "2026-11-01T06:30:00.000Z",
          "2026-11-01 01:30:00",
          "change_report_access",
          "Changed access to a report",
          "Ada",
          "71",
          "Ben",
          "72",
          expect.stringMatching(/nights.+region/i),
          "192.0.2.1",
        ],
        [
          "2026-11-01T05:30:00.000Z",
          "2026-11-01 01:30:00",
          "view_patients",
          "Viewed patients",
          "Ada",
          "71",
          "",
          "",
          "",
          "192.0.2.1",
        ],
      ]);
    });

    it("holds nothing that a spreadsheet would run, and no line that a username forges", async () => {
      const forged = 'x\r\n2026-01-01,"=1+1"\u2028y';
      await store(
        at("2026-06-01T12:00:00Z", {
          user: { id: 1, username: "=cmd()" },
          target: { id: 2, username: forged },
          details: { "+key": "\t@sum" },
        }),
      );
      const { text } = await fileOf();
      expect(text.split(/[\r\n\u2028]+/)).toHaveLength(3);
      const [, cells = []] = cellsOf(text);
      expect(cells[4]).toBe("'=cmd()");
      expect(cells[6]).toBe('x 2026-01-01,"=1+1" y');
      expect(cells[8]).toMatch(/^'\+key/);
    });

    it("has all that there were when it was begun, and no more", async () => {
      const many = Array.from({ length: 2_100 }, (_, minute) =>
        at(new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString()),
      );
      for (let from = 0; from < many.length; from += 700) {
        await store(...many.slice(from, from + 700));
      }
      const { file } = await api.askFile(token, auditFile, {});
      const reader = file?.body?.getReader();
      let text = "";
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) break;
        text += new TextDecoder().decode(part.value);
        // Older than all that are left, as a record that waited for the database may be.
        await store(at("2026-05-01T12:00:00Z"));
      }
      const times = cellsOf(text)
        .slice(1)
        .map(([time]) => time);
      expect(times).toHaveLength(2_100);
      expect(new Set(times).size).toBe(2_100);
      expect(times).toEqual([...times].sort().reverse());
    });

    it("is filtered as the pages are, and recorded as it begins and as it ends", async () => {
      await store(
        at("2026-06-01T12:00:00Z"),
        at("2026-06-01T13:00:00Z", { user: BEN }),
      );
      const { text } = await fileOf({ user: "ben", from: "2026-06-01" });
      expect(cellsOf(text)).toHaveLength(2);
      const of = { unknown_user: true, from: "2026-06-01" };
      expect(await trailOf(api, "export_audit_trail")).toMatchObject([
        { details: { ...of, ending: "begun" } },
        { details: { ...of, ending: "complete", rows: 1 } },
      ]);
    });

    it("counts among all exports", async () => {
      await store(at("2026-06-01T12:00:00Z"));
      const given = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(() => api.askFile(token, auditFile, {})),
      );
      expect(given.map(({ status }) => status)).toContain(429);
      for (const { file } of given) await file?.body?.cancel();
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import { epochDayOf } from "~/domain/calendar";
import type { NoteTable } from "~server/store/schema";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  IDLE_NPI,
  ROAMING_NPI,
  SETTLED_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";

const HOUR_MS = 3_600_000;

describe.each(TEST_DIALECTS)("unread notes on %s", (dialect) => {
  let api: TestApi;
  let notes = 0;
  beforeEach(async () => {
    api = await openTestApi(dialect);
    notes = 0;
    await seedOrganization(api.deps.store.db);
  });
  afterEach(() => api.close());

  /** A note so long ago, on the patient whose stay in 111 is the roaming physician's. */
  async function addNote(
    agoMs: number,
    note: Partial<NoteTable> = {},
  ): Promise<void> {
    notes += 1;
    await api.deps.store.db
      .insertInto("notes")
      .values({
        id: notes,
        patient_id: 1,
        facility_id: 111,
        npi: ROAMING_NPI,
        noted_at: new Date(api.deps.clock().getTime() - agoMs).toISOString(),
        note_type: "Consultation",
        note_text: "Seen.",
        provider: null,
        high_risk: 0,
        ...note,
      })
      .execute();
  }

  async function unreadOf(user: TestUser): Promise<number> {
    const { token } = await api.signIn(user);
    const response = await api.get("/api/physicianalerts/unread/", token);
    expect(response.status).toBe(200);
    return getUnreadAlerts.answer.parse(await response.json()).data.unread;
  }

  const roaming: TestUser = { accessLevel: "physician", ids: [ROAMING_NPI] };

  it("are those of the last 72 hours, to the millisecond", async () => {
    expect(await unreadOf(roaming)).toBe(0);
    await addNote(0);
    await addNote(72 * HOUR_MS);
    expect(await unreadOf(roaming)).toBe(2);
    await addNote(72 * HOUR_MS + 1);
    await addNote(-1);
    expect(await unreadOf(roaming)).toBe(2);
  });

  it("are the physician's own, in every facility where they were written", async () => {
    await addNote(HOUR_MS);
    await addNote(HOUR_MS, { facility_id: 211, patient_id: 2 });
    await addNote(HOUR_MS, { npi: SETTLED_NPI });
    await addNote(HOUR_MS, { npi: null });
    expect(await unreadOf(roaming)).toBe(2);
    expect(
      await unreadOf({ accessLevel: "physician", ids: [SETTLED_NPI] }),
    ).toBe(1);
    expect(await unreadOf({ accessLevel: "physician", ids: [IDLE_NPI] })).toBe(
      0,
    );
    const both = [ROAMING_NPI, SETTLED_NPI, ROAMING_NPI];
    expect(await unreadOf({ accessLevel: "physician", ids: both })).toBe(3);
    expect(await unreadOf({ accessLevel: "physician", ids: [999] })).toBe(0);
  });

  it.each([
    "facility",
    "region",
    "division",
    "company",
    "admin",
    "account_manager",
  ] as const)("are none for a %s", async (accessLevel) => {
    await addNote(HOUR_MS);
    expect(await unreadOf({ accessLevel, ids: [111, ROAMING_NPI] })).toBe(0);
  });

  describe("for a physician who sees ISNP patients alone", () => {
    const isnpOnly: TestUser = { ...roaming, isnpOnly: true };
    const today = epochDayOf("2026-06-15");

    async function addStay(
      id: number,
      stay: { from: number; to: number | null; isnp: 0 | 1 },
    ): Promise<void> {
      await api.deps.store.db
        .insertInto("stays")
        .values({
          id,
          patient_id: 1,
          facility_id: 111,
          npi: ROAMING_NPI,
          admitted_on: stay.from,
          discharged_on: stay.to,
          admitted_from: "hospital",
          isnp: stay.isnp,
          long_stay_from: stay.from + 100,
          rth: 0,
          ed: 0,
        })
        .execute();
    }

    async function endFirstStay(day: number): Promise<void> {
      await api.deps.store.db
        .updateTable("stays")
        .set({ discharged_on: day })
        .where("id", "=", 1)
        .execute();
    }

    it("are those written in a stay flagged ISNP", async () => {
      await addNote(HOUR_MS);
      expect(await unreadOf(isnpOnly)).toBe(0);
      await api.deps.store.db
        .updateTable("stays")
        .set({ isnp: 1 })
        .where("id", "=", 1)
        .execute();
      expect(await unreadOf(isnpOnly)).toBe(1);
      // Patient 2 has an ISNP stay nowhere.
      await addNote(HOUR_MS, { facility_id: 211, patient_id: 2 });
      expect(await unreadOf(isnpOnly)).toBe(1);
    });

    it("go by the stay of the note's day in New York", async () => {
      await endFirstStay(today - 1);
      await addStay(11, { from: today - 1, to: null, isnp: 1 });
      // 12:00 UTC is 08:00 in New York: 33 hours before is 23:00 two days ago.
      await addNote(33 * HOUR_MS);
      expect(await unreadOf(isnpOnly)).toBe(0);
      await addNote(31 * HOUR_MS);
      expect(await unreadOf(isnpOnly)).toBe(1);
    });

    it("count once, also where an earlier stay was flagged", async () => {
      await endFirstStay(today - 20);
      await addStay(11, { from: today - 19, to: today - 10, isnp: 1 });
      await addStay(12, { from: today - 9, to: null, isnp: 0 });
      await addNote(HOUR_MS);
      expect(await unreadOf(isnpOnly)).toBe(0);
      await addStay(13, { from: today - 2, to: null, isnp: 1 });
      expect(await unreadOf(isnpOnly)).toBe(1);
      expect(await unreadOf(roaming)).toBe(1);
    });
  });
});

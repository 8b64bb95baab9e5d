import { afterEach, beforeEach, describe, expect, it, beforeAll } from "vitest";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getPhysician } from "~/contract/physician";
import {
  getPhysicianAlerts,
  getUnreadAlerts,
  type AfterHoursNote,
} from "~/contract/physicianalerts";
import { searchPhysicians } from "~/contract/physicians";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { epochDayOf } from "~/domain/calendar";
import { trailOf } from "~server/audit/testing/trail-of";
import {
  ADA,
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { markRead } from "~server/notes/service";
import type { NoteTable } from "~server/store/schema";
import { askFor, readWith } from "~server/testing/ask-figures";
import {
  openTestApi,
  type TestApi,
  type TestUser,
} from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  IDLE_NPI,
  ROAMING_NPI,
  SETTLED_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";
import { openedForAll, openedForEach } from "~server/testing/opened";

const EMPTY_ENTRY = { npi: null, first_name: "", last_name: "" };

describe.each(TEST_DIALECTS)("the search for physicians on %s", (dialect) => {
  const api = openedForEach(() => openTestApi(dialect));
  let token: string;
  beforeEach(async () => {
    await seedOrganization(api.deps.store.db);
    ({ token } = await api.signIn({ accessLevel: "account_manager" }));
  });

  async function search(text: string) {
    const path = `/api/physicians?s=${encodeURIComponent(text)}`;
    const response = await api.get(path, token);
    expect(response.status).toBe(200);
    return searchPhysicians.answer.parse(await response.json()).data;
  }

  it("knows those of the next import", async () => {
    const { db } = api.deps.store;
    expect(await search("newman")).toEqual([EMPTY_ENTRY]);
    await db
      .insertInto("physicians")
      .values({
        npi: 1_000_000_009,
        first_name: null,
        last_name: "Newman",
        credentials: null,
        primary_specialty: null,
        alternate_specialty: null,
        organization_legal_name: null,
      })
      .execute();
    await db
      .updateTable("data_state")
      .set((row) => ({ version: row("version", "+", 1) }))
      .execute();
    expect(await search("newman")).toEqual([
      { npi: 1_000_000_009, first_name: null, last_name: "Newman" },
      EMPTY_ENTRY,
    ]);
  });
});

const HOUR_MS = 3_600_000;
const OTHERS = ACCESS_LEVELS.filter((level) => level !== "physician");

describe.each(TEST_DIALECTS)("after-hours notes on %s", (dialect) => {
  let api: TestApi;
  let notes = 0;
  beforeEach(async () => {
    api = await openTestApi(dialect);
    notes = 0;
    await seedOrganization(api.deps.store.db);
  });
  afterEach(() => api.close());

  async function listFor(token: string): Promise<AfterHoursNote[]> {
    const response = await api.get("/api/physicianalerts/", token);
    if (response.status === 204) return [];
    expect(response.status).toBe(200);
    return getPhysicianAlerts.answer.parse(await response.json()).data;
  }

  async function idsFor(user: TestUser): Promise<(number | undefined)[]> {
    const { token } = await api.signIn(user);
    return (await listFor(token)).map(({ noteId }) => noteId);
  }

  const mark = async (token: string, noteIds: number[]): Promise<number> =>
    (await api.ask(token, markRead, { noteIds })).status;

  async function leftAfter(token: string, noteIds: number[]): Promise<number> {
    expect(await mark(token, noteIds)).toBe(204);
    return unreadWith(token);
  }

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
    return unreadWith(token);
  }

  /** The number of unread notes, which the list says too. */
  async function unreadWith(token: string): Promise<number> {
    const response = await api.get("/api/physicianalerts/unread/", token);
    expect(response.status).toBe(200);
    const answer = getUnreadAlerts.answer.parse(await response.json());
    const listed = (await listFor(token)).filter(({ unread }) => unread);
    expect(listed).toHaveLength(answer.data.unread);
    return answer.data.unread;
  }

  const roaming: TestUser = { accessLevel: "physician", ids: [ROAMING_NPI] };

  describe("in a list", () => {
    it("have names, the stay of their day and what was written", async () => {
      const { db } = api.deps.store;
      await db
        .updateTable("patients")
        .set({ mrn: "M-1", first_name: "Bel", last_name: "Haskerby" })
        .where("id", "=", 1)
        .execute();
      await addNote(HOUR_MS, { provider: "Night desk", high_risk: 1 });
      const { token } = await api.signIn({ accessLevel: "company" });
      expect(await listFor(token)).toEqual([
        {
          divisionName: "North",
          regionName: "Lakes",
          regionId: 11,
          facilityName: "Willow House",
          facilityId: 111,
          physicianName: "Roam, Ada",
          physicianNpi: ROAMING_NPI,
          patientName: "Haskerby, Bel",
          patientId: 1,
          noteEffectiveDate: "2026-06-15T11:00:00.000Z",
          noteType: "Consultation",
          noteText: "Seen.",
          provider: "Night desk",
          isnp: false,
          highRisk: true,
          admissionDate: "2024-10-04",
          dischargeDate: null,
          admissionLocation: "Hospital",
          dischargeLocation: null,
          mrn: "M-1",
          noteId: 1,
          unread: false,
        },
      ]);
      expect(api.logged).toContainEqual(
        expect.objectContaining({
          event: "audit.view_notes",
          details: { rows: 1 },
        }),
      );
      expect(JSON.stringify(api.logged)).not.toContain("Haskerby");
    });

    it("say where a stay ended that ended by a transfer into a hospital", async () => {
      const { db } = api.deps.store;
      const today = epochDayOf("2026-06-15");
      await db
        .updateTable("stays")
        .set({ discharged_on: today, admitted_from: "community" })
        .where("id", "=", 1)
        .execute();
      await addNote(HOUR_MS);
      const { token } = await api.signIn(roaming);
      const left = {
        dischargeDate: "2026-06-15",
        admissionLocation: "Community",
      };
      expect(await listFor(token)).toMatchObject([
        { ...left, dischargeLocation: null },
      ]);
      const transfer = {
        patient_id: 1,
        facility_id: 111,
        transferred_on: today,
        planned: 0,
        stay_id: null,
        long_stay: 0,
      } as const;
      await db
        .insertInto("transfers")
        .values({ ...transfer, id: 1, outcome: "ed_only" })
        .execute();
      expect(await listFor(token)).toMatchObject([
        { ...left, dischargeLocation: null },
      ]);
      await db
        .insertInto("transfers")
        .values({ ...transfer, id: 2, outcome: "observation" })
        .execute();
      expect(await listFor(token)).toMatchObject([
        { ...left, dischargeLocation: "Hospital" },
      ]);
    });

    it("come newest first, and are none in particular where there are none", async () => {
      const { token } = await api.signIn({ accessLevel: "company" });
      const empty = await api.get("/api/physicianalerts/", token);
      expect(empty.status).toBe(204);
      await addNote(3 * HOUR_MS, { npi: null });
      await addNote(HOUR_MS);
      // Of a facility where the patient has no stay.
      await addNote(2 * HOUR_MS, { facility_id: 121 });
      const listed = await listFor(token);
      expect(listed.map(({ noteId }) => noteId)).toEqual([2, 3, 1]);
      expect(listed[1]).toMatchObject({ admissionDate: null, isnp: false });
      expect(listed[2]).toMatchObject({
        physicianName: null,
        physicianNpi: null,
      });
    });

    it("are those of the viewer's facilities", async () => {
      await addNote(4 * HOUR_MS);
      await addNote(3 * HOUR_MS, { facility_id: 121, npi: SETTLED_NPI });
      await addNote(2 * HOUR_MS, { facility_id: 211 });
      await addNote(HOUR_MS, { facility_id: 112, npi: null });
      const seen: [TestUser, number[]][] = [
        [{ accessLevel: "company" }, [4, 3, 2, 1]],
        [{ accessLevel: "admin" }, [4, 3, 2, 1]],
        [{ accessLevel: "division", ids: [1] }, [4, 2, 1]],
        [{ accessLevel: "region", ids: [11] }, [4, 1]],
        [{ accessLevel: "facility", ids: [121, 211] }, [3, 2]],
        [{ accessLevel: "facility", ids: [999] }, []],
        [roaming, [3, 1]],
      ];
      for (const [user, ids] of seen) {
        expect([user, await idsFor(user)]).toEqual([user, ids]);
      }
    });
  });

  describe("that were read", () => {
    it("are no longer unread for that physician, whichever way one asks", async () => {
      await addNote(HOUR_MS);
      await addNote(2 * HOUR_MS);
      const { token } = await api.signIn(roaming);
      const { token: other } = await api.signIn(roaming);
      expect(await unreadWith(token)).toBe(2);
      expect(await leftAfter(token, [2])).toBe(1);
      expect(await unreadWith(token)).toBe(1);
      expect(await unreadWith(other)).toBe(2);
      expect(
        (await listFor(token)).map(({ noteId, unread }) => [noteId, unread]),
      ).toEqual([
        [1, true],
        [2, false],
      ]);
      // Again changes nothing, and the time of reading stays.
      api.advance(60_000);
      expect(await leftAfter(token, [2, 2])).toBe(1);
      expect(
        await api.deps.store.db
          .selectFrom("note_reads")
          .select("read_at")
          .execute(),
      ).toEqual([{ read_at: "2026-06-15T12:00:00.000Z" }]);
      expect(api.logged).toContainEqual(
        expect.objectContaining({
          event: "audit.mark_notes_read",
          details: { notes: 1 },
        }),
      );
    });

    it("may be marked by many calls at once", async () => {
      for (const hours of [1, 2, 3]) await addNote(hours * HOUR_MS);
      const { token } = await api.signIn(roaming);
      await Promise.all(
        [[1, 2], [2, 3], [1, 2, 3], [3]].map((ids) => mark(token, ids)),
      );
      expect(await unreadWith(token)).toBe(0);
      const recorded = await trailOf(api, "mark_notes_read");
      const marked = recorded.map(({ details }) => Number(details.notes));
      expect(marked.reduce((sum, notes) => sum + notes, 0)).toBe(3);
      // Which call comes first is open; none that marked nothing is recorded.
      expect(Math.min(...marked)).toBeGreaterThanOrEqual(1);
    });

    it("may be removed by an import that is not done yet", async () => {
      await addNote(HOUR_MS);
      const { token } = await api.signIn(roaming);
      let marking: Promise<number> | undefined;
      await api.deps.store.db.transaction().execute(async (importing) => {
        await importing.deleteFrom("notes").execute();
        marking = mark(token, [1]);
        // SQLite has one writer at a time.
        if (dialect === "postgres") await marking;
      });
      expect(await marking).toBe(204);
      expect(await unreadWith(token)).toBe(0);
    });

    it("are those in the physician's own view alone", async () => {
      await addNote(HOUR_MS, { npi: SETTLED_NPI, facility_id: 121 });
      await addNote(73 * HOUR_MS);
      await addNote(HOUR_MS);
      const { token } = await api.signIn(roaming);
      expect(await leftAfter(token, [1, 2, 77])).toBe(1);
      const reads = api.deps.store.db.selectFrom("note_reads").selectAll();
      expect(await reads.execute()).toEqual([]);
    });

    it("are named by their ids, at most 500 of them", async () => {
      const { token } = await api.signIn(roaming);
      const many = Array.from({ length: 501 }, () => 1);
      for (const wrong of [[], [1.5], [1e300], many]) {
        expect(await mark(token, wrong)).toBe(400);
      }
    });

    it.each(OTHERS)("are nothing that a %s may mark", async (accessLevel) => {
      await addNote(HOUR_MS);
      const ids = [111, ROAMING_NPI];
      const { token } = await api.signIn({ accessLevel, ids });
      expect(await mark(token, [1])).toBe(403);
      expect(await mark("none", [1])).toBe(401);
    });
  });

  it("are unread where they are of the last 72 hours, to the millisecond", async () => {
    expect(await unreadOf(roaming)).toBe(0);
    await addNote(0);
    await addNote(72 * HOUR_MS);
    expect(await unreadOf(roaming)).toBe(2);
    await addNote(72 * HOUR_MS + 1);
    await addNote(-1);
    expect(await unreadOf(roaming)).toBe(2);
  });

  it("are unread where they are the physician's own, in every facility where they were written", async () => {
    await addNote(HOUR_MS);
    await addNote(HOUR_MS, { facility_id: 211, patient_id: 2 });
    await addNote(HOUR_MS, { npi: SETTLED_NPI });
    await addNote(HOUR_MS, { npi: null });
    const unread: [number[], number][] = [
      [[ROAMING_NPI], 2],
      [[SETTLED_NPI], 1],
      [[ROAMING_NPI, SETTLED_NPI, ROAMING_NPI], 3],
      [[IDLE_NPI], 0],
      [[999], 0],
    ];
    for (const [ids, count] of unread) {
      expect(await unreadOf({ accessLevel: "physician", ids })).toBe(count);
    }
  });

  it.each(OTHERS)("are never unread for a %s", async (accessLevel) => {
    await addNote(HOUR_MS);
    const ids = [111, ROAMING_NPI];
    const { token } = await api.signIn({ accessLevel, ids });
    const response = await api.get("/api/physicianalerts/unread/", token);
    expect(await response.json()).toEqual({ data: { unread: 0 } });
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
      expect(await idsFor({ accessLevel: "company", isnpOnly: true })).toEqual([
        1,
      ]);
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

describe.each(TEST_DIALECTS)("the physician call on %s", (dialect) => {
  const api = openedForAll(() => openTestApi(dialect));
  beforeAll(() => seedOrganization(api.deps.store.db));

  async function ask(user: TestUser, npi: number): Promise<Response> {
    const { token } = await api.signIn(user);
    return api.get(`/api/physician/${npi}/`, token);
  }

  async function facilitiesSeenBy(user: TestUser): Promise<number[]> {
    const answer = await (await ask(user, ROAMING_NPI)).json();
    const { data } = getPhysician.answer.parse(answer);
    return data.facilities.map((facility) => facility.facility_id);
  }

  it("answers a physician's record with the places of their facilities", async () => {
    const response = await ask(
      { accessLevel: "physician", ids: [SETTLED_NPI] },
      SETTLED_NPI,
    );
    expect(await response.json()).toMatchObject({
      data: {
        physician_npi: SETTLED_NPI,
        first_name: "Ben",
        last_name: "Settle",
        facilities: [
          {
            facility_id: 121,
            facility_name: "Maple House",
            region_id: 12,
            region_name: "Hills",
            division_id: 1,
            division_name: "North",
          },
        ],
      },
    });
  });

  it("names only the facilities that the viewer may see", async () => {
    expect(await facilitiesSeenBy({ accessLevel: "admin" })).toEqual([
      211, 111,
    ]);
    expect(
      await facilitiesSeenBy({ accessLevel: "physician", ids: [ROAMING_NPI] }),
    ).toEqual([211, 111]);
    expect(
      await facilitiesSeenBy({ accessLevel: "region", ids: [11] }),
    ).toEqual([111]);
  });

  it("knows nobody under the number of the stays without a physician", async () => {
    expect((await ask({ accessLevel: "admin" }, 0)).status).toBe(404);
  });
});

const ask = askFor("medicalstaff");
const rows = readWith(ask, getMedicalStaff.answer);

describe.each(TEST_DIALECTS)("the medical staff call on %s", (dialect) => {
  const api = openedForAll(() => openHandMadeCensus(dialect));

  it("lists the physicians of a facility, the stays without one last", async () => {
    expect(await rows(api, `facility/111/${QUARTER}`)).toEqual([
      {
        id: ADA,
        physician_first_name: "First",
        physician_last_name: `Physician ${ADA}`,
        credentials: "MD",
        // Facilities 111, 112 and 211.
        facility_count: 3,
        patient_count: 1,
        // Patient 1 is short-stay to 10 March and long-stay from the 11th.
        short_stay_patient_count: 1,
        long_stay_patient_count: 1,
        rth_30_metric: null,
        op_ed_30_metric: null,
        hosp_1000_lsdoc_metric: 2000 / 21,
        ed_1000_lsdoc_metric: 1000 / 21,
        ach_1000mm_metric: 30437.5 / 21,
        ach_adm: 0,
        settled_adm: 0,
        pd_lt_doc: 21,
        frailty_high: 1,
        frailty_medium: 0,
        frailty_low: 0,
      },
      expect.objectContaining({ id: BEN, rth_30_metric: 100, ach_adm: 1 }),
      {
        id: 0,
        physician_first_name: null,
        physician_last_name: null,
        credentials: null,
        facility_count: 1,
        patient_count: 1,
        short_stay_patient_count: 1,
        long_stay_patient_count: 0,
        rth_30_metric: null,
        op_ed_30_metric: null,
        hosp_1000_lsdoc_metric: null,
        ed_1000_lsdoc_metric: null,
        ach_1000mm_metric: null,
        ach_adm: 0,
        settled_adm: 0,
        pd_lt_doc: 0,
        frailty_high: 0,
        frailty_medium: 0,
        frailty_low: 0,
      },
    ]);
  });

  it("counts a physician's facilities that the viewer may see", async () => {
    const staff = await rows(api, `facility/111/${QUARTER}`, {
      accessLevel: "region",
      ids: [11],
    });
    expect(staff.map((row) => row.facility_count)).toEqual([2, 2, 1]);
  });

  it("counts the facilities of the place for the stays without a physician", async () => {
    const { db } = api.deps.store;
    const span = await db
      .selectFrom("physician_spans")
      .selectAll()
      .where("npi", "=", 0)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("physician_spans")
      .values({ ...span, facility_id: 211 })
      .execute();
    const staff = await rows(api, `facility/111/${QUARTER}`, {
      accessLevel: "division",
      ids: [1, 2],
    });
    expect(staff.at(-1)).toMatchObject({ id: 0, facility_count: 1 });
    await db
      .deleteFrom("physician_spans")
      .where("npi", "=", 0)
      .where("facility_id", "=", 211)
      .execute();
  });
});

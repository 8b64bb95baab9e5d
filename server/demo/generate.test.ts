import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { epochDayOf, newYorkSqlDatetime } from "~/domain/calendar";
import { demoAccounts } from "./accounts";
import { demoCmsFile } from "./cms-measures";
import { generateDemo } from "./generate";
import * as names from "./names.data";
import { makeNotes } from "./notes";
import { longStoryOf } from "./stories";

// Hashing and generating take seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const TODAY = epochDayOf("2026-06-30");
const NOW = new Date("2026-06-30T16:00:00Z");
const MINUTE_NOW = 12 * 60;
const MS_PER_DAY = 86_400_000;
const data = generateDemo(NOW);
const stays = data.residents.flatMap((resident) => resident.stays);
const transfers = data.residents.flatMap((resident) => resident.transfers);

function facilitiesOf(npi: number): Set<number> {
  return new Set(
    stays.filter((stay) => stay.npi === npi).map((stay) => stay.facility_id),
  );
}

describe("the demo organisation", () => {
  test("is the same for the same day, and another for another day", () => {
    // As texts: comparing a million values one by one takes a minute.
    expect(JSON.stringify(generateDemo(NOW)) === JSON.stringify(data)).toBe(
      true,
    );
    const nextDay = new Date(NOW.getTime() + MS_PER_DAY);
    expect(JSON.stringify(generateDemo(nextDay)) === JSON.stringify(data)).toBe(
      false,
    );
  });

  test("has the size that is promised", () => {
    expect(data.divisions).toHaveLength(3);
    expect(data.regions).toHaveLength(8);
    expect(data.facilities).toHaveLength(40);
    expect(data.physicians).toHaveLength(120);
    expect(stays.length).toBeGreaterThan(25_000);
    expect(Math.min(...stays.map((stay) => stay.admitted_on))).toBeLessThan(
      TODAY - 3 * 365 + 30,
    );
  });

  test("has nothing to come, and no stay that overlaps another in its facility", () => {
    expect(
      stays.filter(
        ({ admitted_on, discharged_on }) =>
          admitted_on > TODAY ||
          (discharged_on ?? TODAY) > TODAY ||
          (discharged_on ?? TODAY) < admitted_on,
      ),
    ).toEqual([]);
    expect(
      transfers.filter(({ transferred_on }) => transferred_on > TODAY),
    ).toEqual([]);
    const timesOfToday = transfers
      .filter(({ transferred_on }) => transferred_on === TODAY)
      .flatMap(({ minute_of_day }) => minute_of_day ?? []);
    expect(timesOfToday).not.toEqual([]);
    expect(Math.max(...timesOfToday)).toBeLessThanOrEqual(MINUTE_NOW);
    for (const resident of data.residents) {
      const sorted = [...resident.stays].sort(
        (a, b) => a.admitted_on - b.admitted_on,
      );
      sorted.slice(1).forEach((stay, index) => {
        const before = sorted[index];
        if (before?.facility_id === stay.facility_id) {
          expect(before.discharged_on).not.toBeNull();
          expect(before.discharged_on).toBeLessThanOrEqual(stay.admitted_on);
        }
      });
    }
  });

  test("has physicians in one and in several facilities, and stays without one", () => {
    const counts = data.physicians.map(({ npi }) => facilitiesOf(npi).size);
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(60);
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(15);
    const without = stays.filter(({ npi }) => npi === null).length;
    expect(without / stays.length).toBeGreaterThan(0.02);
  });

  test("has a CMS file with more beds than residents for each facility with stars", () => {
    for (const facility of data.facilities) {
      const { stars_on, beds } = demoCmsFile(facility, TODAY);
      expect(beds === null).toBe(stars_on === null);
      const residents = stays.filter(
        (stay) =>
          stay.facility_id === facility.id && stay.discharged_on === null,
      );
      if (beds !== null) expect(beds).toBeGreaterThan(residents.length);
    }
  });

  test("has missing names, record numbers and frailty scores, and both ISNP and others", () => {
    const count = (
      is: (resident: (typeof data.residents)[number]) => boolean,
    ) => data.residents.filter(is).length;
    expect(count(({ last_name }) => last_name === null)).toBeGreaterThan(50);
    expect(count(({ mrn }) => mrn === null)).toBeGreaterThan(50);
    expect(count(({ frailty_score }) => frailty_score === -1)).toBeGreaterThan(
      50,
    );
    expect(
      count(({ frailty_score }) => frailty_score === null),
    ).toBeGreaterThan(50);
    expect(data.physicians.some(({ last_name }) => last_name === null)).toBe(
      true,
    );
    const isnp = stays.filter((stay) => stay.isnp === 1).length / stays.length;
    expect(isnp).toBeGreaterThan(0.05);
    expect(isnp).toBeLessThan(0.4);
  });

  test("has a facility without stays, one that opened lately and one without long stays", () => {
    const of = (kind: string) => {
      const facility = data.facilities.find((each) => each.kind === kind);
      return stays.filter((stay) => stay.facility_id === facility?.id);
    };
    expect(of("not-open-yet")).toEqual([]);
    const opened = of("opened-recently").map((stay) => stay.admitted_on);
    expect(Math.min(...opened)).toBeGreaterThan(TODAY - 60);
    expect(of("short-stay-only").length).toBeGreaterThan(300);
  });

  test("has notes of every type in the three days before, none of them to come", () => {
    const types = new Set(data.notes.map((note) => note.note_type));
    expect([...types].sort()).toEqual([
      "Admission Note",
      "Consultation",
      "Convergence Narrative",
      "Post Transport",
      "Progress Note",
    ]);
    const instants = data.notes.map(({ noted_at }) => noted_at);
    expect(instants.every((at) => at < "2026-06-30T16:00:00.000Z")).toBe(true);
    const old = data.notes.filter(
      ({ noted_at }) => noted_at <= "2026-06-27T16:00:00.000Z",
    );
    const story = longStoryOf(data, TODAY)?.id;
    expect(old.filter(({ patient_id }) => patient_id !== story)).toEqual([]);
    expect(data.notes.some((note) => note.high_risk === 1)).toBe(true);
  });

  test("tells a long story of one resident of demo-facility", () => {
    const story = longStoryOf(data, TODAY);
    expect(story?.stays.length).toBeGreaterThan(1);
    const days = (story?.transfers ?? [])
      .filter(({ planned }) => planned === 0)
      .map(({ transferred_on: day }) => TODAY - day);
    expect(days.length).toBeGreaterThan(1);
    expect(
      story?.transfers.filter(({ assumed }) => assumed === 1),
    ).toHaveLength(1);
    expect(Math.min(...days)).toBeGreaterThan(7);
    expect(Math.min(...days)).toBeLessThan(85);
    expect(
      data.notes.filter(({ patient_id }) => patient_id === story?.id).length,
    ).toBeGreaterThan(1);
  });

  test.each([
    "2026-06-30T04:01:00Z",
    "2026-06-30T12:30:00Z",
    "2026-06-30T16:00:00Z",
    "2026-07-01T03:59:00Z",
  ])(
    "has notes in the evenings and nights of each lookback for every account, made at %s",
    (moment) => {
      const now = new Date(moment);
      const npis = demoAccounts(data)
        .filter(({ accessLevel }) => accessLevel === "physician")
        .flatMap(({ accessLevelIds }) => accessLevelIds);
      const notes = makeNotes(data.residents, now, npis);
      const stayOf = new Map(
        data.residents.map(({ id, stays: all }) => [
          id,
          all.find(({ discharged_on }) => discharged_on === null),
        ]),
      );
      const hours = notes.map(({ noted_at }) =>
        Number(newYorkSqlDatetime(new Date(noted_at)).slice(11, 13)),
      );
      expect(hours.filter((hour) => hour >= 8 && hour < 18)).toEqual([]);
      for (const account of demoAccounts(data)) {
        const { accessLevel, accessLevelIds: ids, isnpOnly } = account;
        const inView = data.facilities
          .filter(({ id, regionId }) => {
            const region = data.regions.find((one) => one.id === regionId);
            const above: Record<string, number | undefined> = {
              facility: id,
              region: regionId,
              division: region?.divisionId,
            };
            return above[accessLevel] === undefined
              ? true
              : ids.includes(above[accessLevel]);
          })
          .map(({ id }) => id);
        const seen = notes.filter(
          (note) =>
            inView.includes(note.facility_id) &&
            (accessLevel !== "physician" || ids.includes(note.npi ?? 0)) &&
            (!isnpOnly || stayOf.get(note.patient_id)?.isnp === 1),
        );
        const within = (lookback: number) =>
          seen.filter(
            ({ noted_at }) =>
              now.getTime() - Date.parse(noted_at) <= lookback * MS_PER_DAY,
          ).length;
        const [one, two, three] = [within(1), within(2), within(3)];
        expect([account.username, one > 0, one < two, two < three]).toEqual([
          account.username,
          true,
          true,
          true,
        ]);
      }
    },
  );

  test("borrows no name and no certification number of a real facility", () => {
    const real = readFileSync(
      "examples/cms-provider-info.csv",
      "utf8",
    ).toUpperCase();
    const words = [...names.FACILITY_WORDS, ...names.EMPLOYERS];
    expect(words.filter((word) => real.includes(word.toUpperCase()))).toEqual(
      [],
    );
    const ccns = data.facilities.flatMap(({ ccn }) => ccn ?? []);
    expect(new Set(ccns).size).toBe(39);
    expect(ccns.every((ccn) => /^00\d{4}$/.test(ccn))).toBe(true);
    expect(ccns.filter((ccn) => real.includes(`\n${Number(ccn)},`))).toEqual(
      [],
    );
    // Real NPIs begin with 1 or 2.
    expect(data.physicians.every(({ npi }) => npi > 3_000_000_000)).toBe(true);
  });

  test("has an account for each way of looking at it", () => {
    const accounts = new Map(
      demoAccounts(data).map((account) => [account.username, account]),
    );
    const idsOf = (name: Parameters<typeof accounts.get>[0]) =>
      accounts.get(name)?.accessLevelIds ?? [];
    expect(accounts.size).toBe(10);
    expect(facilitiesOf(idsOf("demo-physician")[0] ?? 0).size).toBe(1);
    expect(facilitiesOf(idsOf("demo-physicians")[0] ?? 0).size).toBeGreaterThan(
      1,
    );
    expect(new Set(idsOf("demo-facilities")).size).toBe(2);
    expect(accounts.get("demo-isnp")).toMatchObject({
      accessLevel: "region",
      isnpOnly: true,
    });
    const region = idsOf("demo-isnp")[0];
    const inRegion = data.facilities
      .filter(({ regionId }) => regionId === region)
      .map(({ id }) => id);
    expect(
      stays.some((stay) => stay.isnp && inRegion.includes(stay.facility_id)),
    ).toBe(true);
  });
});

describe("what else is known in the demo", () => {
  const share = <Row>(rows: readonly Row[], isSo: (row: Row) => boolean) =>
    rows.filter(isSo).length / rows.length;

  test("is there of nearly all, and now and then not", () => {
    for (const column of [
      "minute_of_day",
      "hospital",
      "unit",
      "reason",
    ] as const) {
      const known = share(transfers, (one) => (one[column] ?? null) !== null);
      expect(known).toBeGreaterThan(0.7);
      expect(known).toBeLessThan(0.97);
    }
    expect(share(stays, ({ unit }) => Boolean(unit))).toBeLessThan(0.97);
  });

  test("has a pattern: most leave in the evening, at weekends even more", () => {
    const evening = (isWeekend: boolean) =>
      share(
        transfers.filter(
          ({ transferred_on: day, minute_of_day }) =>
            typeof minute_of_day === "number" &&
            [0, 6].includes((day + 4) % 7) === isWeekend,
        ),
        ({ minute_of_day }) => (minute_of_day ?? 0) >= 16 * 60,
      );
    expect(evening(false)).toBeGreaterThan(0.45);
    expect(evening(true)).toBeGreaterThan(evening(false) + 0.1);
  });

  test("has residents back on the day of their next stay, none before the transfer or after today", () => {
    for (const resident of data.residents) {
      for (const {
        facility_id,
        transferred_on,
        ...one
      } of resident.transfers) {
        const back = one.returned_on ?? null;
        if (back === null) continue;
        expect(back).toBeGreaterThanOrEqual(transferred_on);
        const inHouse = resident.stays.filter(
          (stay) =>
            stay.facility_id === facility_id &&
            stay.admitted_on <= back &&
            (stay.discharged_on ?? TODAY) >= back,
        );
        expect(inHouse).not.toEqual([]);
      }
    }
    const returned = transfers.filter((one) => one.returned_on);
    expect(returned.length / transfers.length).toBeGreaterThan(0.4);
  });
});

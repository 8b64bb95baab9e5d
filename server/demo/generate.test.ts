import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { epochDayOf, newYorkDay, newYorkSqlDatetime } from "~/domain/calendar";
import { demoAccounts } from "./accounts";
import { generateDemo } from "./generate";
import * as names from "./names.data";
import { makeNotes } from "./notes";

const TODAY = epochDayOf("2026-06-30");
const NOW = new Date("2026-06-30T16:00:00Z");
const MS_PER_DAY = 86_400_000;
const data = generateDemo(NOW);
const { stays, transfers, residents, facilities } = data;

function share<Row>(rows: readonly Row[], isSo: (row: Row) => boolean) {
  return rows.filter(isSo).length / rows.length;
}

describe("the demo organisation", () => {
  test("is the same for the same day, and another for another day", () => {
    // As texts: comparing a million values one by one takes a minute.
    const textOf = (demo: typeof data) =>
      JSON.stringify([demo.facilities, demo.residents, demo.notes]);
    expect(textOf(generateDemo(NOW)) === textOf(data)).toBe(true);
    const nextDay = new Date(NOW.getTime() + MS_PER_DAY);
    expect(textOf(generateDemo(nextDay)) === textOf(data)).toBe(false);
  });

  test("has three years of stays, nothing to come, and no stay that overlaps another in its facility", () => {
    const first = Math.min(...stays.map((stay) => stay.admitted_on));
    expect(stays.length).toBeGreaterThan(25_000);
    expect(first).toBeLessThan(TODAY - 3 * 365 + 30);
    for (const { admitted_on, discharged_on } of stays) {
      expect(admitted_on).toBeLessThanOrEqual(discharged_on ?? TODAY);
      expect(discharged_on ?? TODAY).toBeLessThanOrEqual(TODAY);
    }
    for (const { transferred_on, minute_of_day } of transfers) {
      expect(transferred_on).toBeLessThanOrEqual(TODAY);
      if (transferred_on === TODAY) {
        expect(minute_of_day ?? 0).toBeLessThanOrEqual(12 * 60);
      }
    }
    for (const resident of residents) {
      const sorted = [...resident.stays].sort(
        (a, b) => a.admitted_on - b.admitted_on,
      );
      sorted.slice(1).forEach((stay, at) => {
        const before = sorted[at];
        if (before?.facility_id !== stay.facility_id) return;
        const left = before.discharged_on ?? Infinity;
        expect(left).toBeLessThanOrEqual(stay.admitted_on);
      });
    }
  });

  test("has physicians in one and in several facilities, with an account for either", () => {
    const facilitiesOf = (npi: number) =>
      new Set(
        stays.filter((stay) => stay.npi === npi).map((one) => one.facility_id),
      ).size;
    const counts = data.physicians.map(({ npi }) => facilitiesOf(npi));
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(60);
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(15);
    const accountOf = (name: string) =>
      demoAccounts(data).find(({ username }) => username === name)!;
    const [single] = accountOf("demo-physician").accessLevelIds;
    const [several] = accountOf("demo-physicians").accessLevelIds;
    expect(facilitiesOf(single!)).toBe(1);
    expect(facilitiesOf(several!)).toBeGreaterThan(1);
    expect(new Set(accountOf("demo-facilities").accessLevelIds).size).toBe(2);
  });

  test("has empty, new and odd facilities, and more beds than residents where CMS knows them", () => {
    for (const { id, kind, row } of facilities) {
      const there = stays.filter((stay) => stay.facility_id === id);
      const present = there.filter((stay) => stay.discharged_on === null);
      const first = Math.min(...there.map((stay) => stay.admitted_on));
      if (row.beds !== null) expect(row.beds).toBeGreaterThan(present.length);
      if (kind === "not-open-yet") expect(there).toEqual([]);
      else expect(there.length).toBeGreaterThan(10);
      expect(first > TODAY - 60).toBe(
        !["ordinary", "short-stay-only"].includes(kind),
      );
    }
  });

  test("has some residents without a name, record number, frailty score or physician, and some of the ISNP", () => {
    const few = [0.005, 0.06];
    for (const [found, [least = 0, most = 0]] of [
      [share(residents, (one) => one.last_name === null), few],
      [share(residents, (one) => one.mrn === null), few],
      [share(residents, (one) => one.frailty_score === -1), few],
      [share(residents, (one) => one.frailty_score === null), few],
      [share(stays, (one) => one.npi === null), [0.02, 0.1]],
      [share(stays, (one) => one.isnp === 1), [0.05, 0.4]],
    ] as const) {
      expect(found).toBeGreaterThan(least);
      expect(found).toBeLessThan(most);
    }
  });

  test("tells a long story of one resident, with notes of more than the last three days", () => {
    const told = transfers.filter((one) => one.patient_id === data.storyOf);
    const days = told
      .filter(({ planned }) => planned === 0)
      .map(({ transferred_on: day }) => TODAY - day);
    expect(days.length).toBeGreaterThan(1);
    expect(told.filter(({ assumed }) => assumed === 1)).toHaveLength(1);
    expect(Math.min(...days)).toBeGreaterThan(7);
    expect(Math.min(...days)).toBeLessThan(85);
    const old = data.notes.filter(
      ({ noted_at }) => noted_at <= "2026-06-27T16:00:00.000Z",
    );
    expect(new Set(old.map((one) => one.patient_id))).toEqual(
      new Set([data.storyOf]),
    );
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
      const accounts = demoAccounts(data);
      const npis = accounts
        .filter(({ accessLevel }) => accessLevel === "physician")
        .flatMap(({ accessLevelIds }) => accessLevelIds);
      const notes = makeNotes(
        residents,
        epochDayOf(newYorkDay(now)),
        now,
        npis,
      );
      const isnp = new Set(
        stays
          .filter((stay) => stay.isnp === 1 && stay.discharged_on === null)
          .map(({ patient_id }) => patient_id),
      );
      const hours = notes.map(({ noted_at }) =>
        Number(newYorkSqlDatetime(new Date(noted_at)).slice(11, 13)),
      );
      expect(hours.filter((hour) => hour >= 8 && hour < 18)).toEqual([]);
      for (const {
        username,
        accessLevel,
        accessLevelIds,
        isnpOnly,
      } of accounts) {
        const seen = notes.filter(({ facility_id, npi, patient_id }) => {
          const facility = facilities.find(({ id }) => id === facility_id)!;
          const region = data.regions.find(
            ({ id }) => id === facility.region_id,
          )!;
          const placeOf: Partial<Record<string, number>> = {
            facility: facility_id,
            region: region.id,
            division: region.division_id,
            physician: npi ?? 0,
          };
          const place = placeOf[accessLevel] ?? 0;
          return (
            accessLevelIds.includes(place) &&
            (!isnpOnly || isnp.has(patient_id))
          );
        });
        const within = (lookback: number) =>
          seen.filter(
            ({ noted_at }) =>
              now.getTime() - Date.parse(noted_at) <= lookback * MS_PER_DAY,
          ).length;
        const [one, two, three] = [within(1), within(2), within(3)];
        expect([username, one > 0, one < two, two < three]).toEqual([
          ...[username, true, true, true],
        ]);
      }
    },
  );

  test("lets nobody leave from a hospital, and fits notes to returns", () => {
    for (const { transfers: trips } of residents) {
      for (const { transferred_on: left, returned_on: back } of trips) {
        const meanwhile = trips.filter(
          ({ transferred_on: day }) => left < day && day < (back ?? left + 3),
        );
        expect(meanwhile).toEqual([]);
      }
    }
    const returns = data.notes.filter(
      ({ note_type }) => note_type === "Post Transport",
    );
    expect(returns.length).toBeGreaterThan(10);
    for (const { patient_id, noted_at } of returns) {
      const noted = epochDayOf(newYorkDay(new Date(noted_at)));
      const { transfers: trips } = residents.find(
        ({ id }) => id === patient_id,
      )!;
      const isFit = trips.some(
        ({ returned_on: back }) => back! <= noted && back! > noted - 14,
      );
      expect(isFit).toBe(true);
    }
  });

  test("borrows no name and no certification number of a real facility", () => {
    const file = readFileSync("examples/cms-provider-info.csv", "utf8");
    const real = file.toUpperCase();
    const words = [...names.FACILITY_WORDS, ...names.EMPLOYERS];
    expect(words.filter((word) => real.includes(word.toUpperCase()))).toEqual(
      [],
    );
    const ccns = facilities.flatMap(({ row }) => row.ccn ?? []);
    expect(new Set(ccns).size).toBe(39);
    expect(ccns.every((ccn) => /^00\d{4}$/.test(ccn))).toBe(true);
    expect(ccns.filter((ccn) => real.includes(`\n${Number(ccn)},`))).toEqual(
      [],
    );
    // Real NPIs begin with 1 or 2.
    expect(data.physicians.every(({ npi }) => npi > 3_000_000_000)).toBe(true);
  });
});

describe("what else is known in the demo", () => {
  test("is there of nearly all, and now and then not", () => {
    const columns = ["minute_of_day", "hospital", "unit", "reason"] as const;
    for (const column of columns) {
      const known = share(transfers, (one) => one[column] !== null);
      expect(known).toBeGreaterThan(0.7);
      expect(known).toBeLessThan(0.97);
    }
  });

  test("has a pattern: most leave in the evening, at weekends even more", () => {
    const evening = (isWeekend: boolean) =>
      share(
        transfers.filter(
          ({ transferred_on: day, minute_of_day }) =>
            minute_of_day !== null &&
            [0, 6].includes((day + 4) % 7) === isWeekend,
        ),
        ({ minute_of_day }) => minute_of_day! >= 16 * 60,
      );
    expect(evening(false)).toBeGreaterThan(0.45);
    expect(evening(true)).toBeGreaterThan(evening(false) + 0.1);
  });

  test("has residents back during a stay, none before the transfer or after today", () => {
    for (const resident of residents) {
      for (const {
        facility_id,
        transferred_on,
        ...one
      } of resident.transfers) {
        const back = one.returned_on;
        if (back === null) continue;
        expect(back).toBeGreaterThanOrEqual(transferred_on);
        const isInHouse = resident.stays.some(
          (stay) =>
            stay.facility_id === facility_id &&
            stay.admitted_on <= back &&
            (stay.discharged_on ?? TODAY) >= back,
        );
        expect(isInHouse).toBe(true);
      }
    }
    expect(share(transfers, (one) => one.returned_on !== null)).toBeGreaterThan(
      0.4,
    );
  });
});

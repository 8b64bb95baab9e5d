import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "~server/testing/property-runs";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { isFitName } from "~/domain/name-characters";
import { REPLACE_ALL, type CensusRows } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const FIRST_DAY = epochDayOf("2023-01-01");
const LAST_DAY = epochDayOf("2026-06-30");

/** Any text that a cell may hold, with what CSV has to quote and what SQL has to. */
const label = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  // oxlint-disable-next-line no-control-regex
  .filter((text) => text !== "" && !/[\u0000-\u001f\u007f\ufffd]/.test(text));
const awkward = fc.constantFrom(
  'a"b',
  "a,b",
  "x'; --",
  "Zoë",
  "=1+1",
  "line\nbreak",
  '"',
);
const name = fc.oneof(label, awkward);
const blank = fc.oneof(name, fc.constant(null));
/** Other names of people are refused (R542). */
const person = blank.filter((text) => text === null || isFitName(text));
const stars = fc.option(fc.integer({ min: 1, max: 5 }));

const census = fc.record({
  divisions: fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999_999_999 }), {
    minLength: 1,
    maxLength: 3,
  }),
  names: fc.array(name, { minLength: 3, maxLength: 3 }),
  facilities: fc.array(fc.tuple(name, fc.nat(), stars, stars), {
    minLength: 1,
    maxLength: 3,
  }),
  patients: fc.array(
    fc.tuple(blank, person, fc.option(fc.integer({ min: -1, max: 100 }))),
    { minLength: 1, maxLength: 4 },
  ),
  stays: fc.array(
    fc.record({
      patient: fc.nat(),
      facility: fc.nat(),
      gap: fc.nat({ max: 200 }),
      days: fc.nat({ max: 300 }),
      from: fc.constantFrom("hospital", "community", "other"),
      isnp: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
});

type Census = typeof census extends fc.Arbitrary<infer Value> ? Value : never;

function cell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (...values: (string | number | boolean | null)[]) =>
  values.map(cell).join(",");

/** The stored rows that a census means, its stays laid out without overlaps. */
function rowsOf(given: Census) {
  const divisions = given.divisions.map((id, index) => ({
    id,
    name: given.names[index] ?? "x",
  }));
  const facilities = given.facilities.map(
    ([title, ccn, overall, staffing], i) => ({
      id: 100 + i,
      name: title,
      region_id: 10,
      ccn: String(ccn % 1_000_000).padStart(6, "0"),
      overall,
      survey: null,
      quality: null,
      staffing,
      time_zone: null,
      beds: null,
    }),
  );
  const patients = given.patients.map(
    ([mrn, first_name, frailty_score], i) => ({
      id: 1_000 + i,
      mrn,
      first_name,
      last_name: null,
      frailty_score,
    }),
  );
  const free = new Map<string, number>();
  const stays = given.stays.flatMap((stay, index) => {
    const patient_id = 1_000 + (stay.patient % patients.length);
    const facility_id = 100 + (stay.facility % facilities.length);
    const key = `${patient_id} ${facility_id}`;
    const admitted_on = (free.get(key) ?? FIRST_DAY) + stay.gap;
    const end = admitted_on + stay.days;
    free.set(key, end);
    return admitted_on > LAST_DAY
      ? []
      : [
          {
            id: index + 1,
            patient_id,
            facility_id,
            npi: null,
            admitted_on,
            discharged_on: end > LAST_DAY ? null : end,
            admitted_from: stay.from,
            isnp: stay.isnp ? 1 : 0,
          },
        ];
  });
  return { divisions, facilities, patients, stays };
}

function filesOf(rows: ReturnType<typeof rowsOf>): CensusRows {
  const division = rows.divisions[0]?.id ?? 0;
  return {
    "divisions.csv": rows.divisions.map(({ id, name }) => line(id, name)),
    "regions.csv": [line(10, "Lakes", division)],
    "facilities.csv": rows.facilities.map((row) =>
      line(
        row.id,
        row.name,
        row.region_id,
        row.ccn,
        row.overall,
        null,
        null,
        row.staffing,
      ),
    ),
    "patients.csv": rows.patients.map((row) =>
      line(row.id, row.mrn, row.first_name, null, row.frailty_score),
    ),
    "stays.csv": rows.stays.map((row) =>
      line(
        row.id,
        row.patient_id,
        row.facility_id,
        null,
        isoDayOf(row.admitted_on),
        row.discharged_on === null ? null : isoDayOf(row.discharged_on),
        row.admitted_from,
        row.isnp === 1,
      ),
    ),
  };
}

describeImports("on %s", (tested) => {
  const { load, content } = tested;
  test("what a valid census says is what is stored, and again it is known", async () => {
    await fc.assert(
      fc.asyncProperty(census, async (given) => {
        const rows = rowsOf(given);
        const files = filesOf(rows);
        const result = await load(files, REPLACE_ALL);
        expect(result.problems.lines()).toEqual([]);
        const stored = await content();
        const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
        expect(stored.divisions).toEqual([...rows.divisions].sort(byId));
        expect(stored.facilities).toMatchObject(
          rows.facilities.map((row) => ({ ...row, data_through: null })),
        );
        expect(stored.patients).toEqual(
          rows.patients.map((row) => ({ ...row, forgotten_at: null })),
        );
        expect(stored.stays).toMatchObject(rows.stays);
        expect(stored.stays).toHaveLength(rows.stays.length);

        const again = await load(files);
        expect(again.outcome).toBe("unchanged");
      }),
      runs(13),
    );
  });
});

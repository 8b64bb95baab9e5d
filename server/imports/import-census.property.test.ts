import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "~server/testing/property-runs";
import { isFitName } from "~/domain/name-characters";
import { REPLACE_ALL, type CensusRows } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

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
});

type Census = typeof census extends fc.Arbitrary<infer Value> ? Value : never;

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (...values: (string | number | null)[]) =>
  values.map(cell).join(",");

/** The stored rows that a census means. */
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
  return { divisions, facilities, patients };
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

        const again = await load(files);
        expect(again.outcome).toBe("unchanged");
      }),
      runs(13),
    );
  });
});

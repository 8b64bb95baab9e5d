import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readingCells } from "./cells";
import { getGraphs } from "./graphs";
import { getMedicalStaff } from "./medicalstaff";
import { organization } from "./organization";
import { getPhysicianAlerts } from "./physicianalerts";
import { PlainFirst, plainFirst, row } from "./plain-first";
import { getLocationSummary, patientRow } from "./summary";
import { id } from "./wire";

/** The same shape, reading every value. */
function unhurried(shape: z.ZodTypeAny): z.ZodTypeAny {
  if (shape instanceof PlainFirst) return unhurried(shape.shape as never);
  if (shape instanceof z.ZodOptional) {
    return unhurried(shape.unwrap() as never).optional();
  }
  if (shape instanceof z.ZodNullable) {
    return unhurried(shape.unwrap() as never).nullable();
  }
  if (shape instanceof z.ZodArray) {
    return z.array(unhurried(shape.element as never));
  }
  if (shape instanceof z.ZodObject) return z.object(fieldsOf(shape, unhurried));
  return shape;
}

function fieldsOf<To>(
  { shape }: z.AnyZodObject,
  map: (field: z.ZodTypeAny) => To,
): Record<string, To> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, map(field as never)]),
  );
}

const VALUES: readonly unknown[] = [
  ...["Ada", 3, 0, null, true, 4.5, "2026-02-28", 7, "a\nb", false],
  ...["", " ", "2026-02-29", "12", "yes", -1, -0, 2 ** 53, Infinity],
  ...[undefined, [], {}, "2026-02-28 10:00:00"],
];

/** Rows whose cells are plain, but for one that has each of the values in turn, or is missing. */
function* nearlyPlainRows(whole: z.AnyZodObject): Generator<object> {
  const plain = fieldsOf(whole, (field) =>
    VALUES.find((value) => Object.is(field.safeParse(value).data, value)),
  );
  for (const name of Object.keys(plain)) {
    for (const value of VALUES) yield { ...plain, [name]: value };
    const { [name]: _, ...others } = plain;
    yield others;
  }
}

const ROWS: [string, z.AnyZodObject][] = [
  ["a note", getPhysicianAlerts.answer.shape.data.element],
  ["a patient", patientRow],
  ["a place", getLocationSummary.answer.shape.data.element],
  ["a physician", getMedicalStaff.answer.shape.data.element],
  ["a facility", organization.shape.facilities.element],
];

function resultOf(shape: z.ZodTypeAny, sent: unknown) {
  const { read, unread } = readingCells(() => shape.safeParse(sent));
  return { data: read.data as unknown, issues: read.error?.issues, unread };
}

describe("what is read only where it is not plain", () => {
  it.each(ROWS)("%s is the same as what is read whole", (_, shape) => {
    const whole = unhurried(shape) as z.AnyZodObject;
    for (const sent of [...nearlyPlainRows(whole), ...VALUES]) {
      const read = resultOf(shape, sent);
      const expected = resultOf(whole, sent);
      expect(read).toStrictEqual(expected);
      // With its fields in the same order.
      expect(JSON.stringify(read.data)).toBe(JSON.stringify(expected.data));
    }
  });

  it("is a line of a graph too, which its reader may change", () => {
    const line = getGraphs.answer.shape.data.innerType().innerType().shape
      .long_stays.shape.hosp_1000;
    const sent = { rolling: [1, null, 2.5], mom: [1, "2", -3] };
    expect(line.parse(sent)).toEqual({
      rolling: [1, null, 2.5],
      mom: [1, 2, null],
    });
    (line.parse(sent) as typeof sent).rolling.length = 0;
    expect(sent.rolling).toEqual([1, null, 2.5]);
  });

  it("leaves out what the shape does not name, and asks the shape for nothing plain", () => {
    const asked: unknown[] = [];
    const shape = z.unknown().transform((value) => asked.push(value));
    const text = plainFirst(shape, (value) => typeof value === "string");
    const rows = z.array(row({ id, text }));
    expect(rows.parse([{ id: 1, text: "one", more: 2 }])).toEqual([
      { id: 1, text: "one" },
    ]);
    expect(asked).toEqual([]);
    rows.parse([{ id: 1, text: 2 }]);
    expect(asked).toEqual([2]);
  });
});

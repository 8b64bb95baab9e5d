import { z } from "zod";
import { messages } from "~/domain/messages";

/** Stands where a cell held what nobody can read; screens show it as it is. */
export const UNREAD = messages.unknown;
export type Unread = typeof UNREAD;

let unreadCells: string[] = [];

/** What `read` gives, and the paths of the cells that it could not read. Values may be about patients, so they are not told. */
export function readingCells<Read>(read: () => Read): {
  read: Read;
  unread: string[];
} {
  unreadCells = [];
  const value = read();
  return { read: value, unread: unreadCells };
}

/**
 * A cell of a list or a card: what cannot be read becomes `otherwise`, so that it does not take the others with it. Missing
 * and blank count as null.
 */
export function cell<Shape extends z.ZodTypeAny, Otherwise>(
  shape: Shape,
  otherwise: Otherwise,
) {
  const read = z
    .preprocess(
      (value) =>
        value === undefined || (typeof value === "string" && !value.trim())
          ? null
          : value,
      z.union([shape, z.custom<Otherwise>(() => false)]),
    )
    .catch(({ error }) => {
      unreadCells.push(...error.issues.map(({ path }) => path.join(".")));
      return otherwise;
    });
  // Who answers is held to the shape.
  return read as unknown as z.ZodType<
    z.output<Shape> | Otherwise,
    z.ZodTypeDef,
    z.input<Shape>
  >;
}

/** A number, also where it is written as a text. */
function legible(number: z.ZodNumber) {
  const read = z.preprocess(
    (value) =>
      typeof value === "string" && NUMBER.test(value) ? Number(value) : value,
    number.nullable(),
  );
  return read as unknown as z.ZodType<
    number | null,
    z.ZodTypeDef,
    number | null
  >;
}

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/** As `count` and `rate`, in a list. */
export const figureCell = cell(legible(z.number().nonnegative()), null);

/** A score, whole or not; below 0 it is none. */
export const scoreCell = cell(legible(z.number()), UNREAD);

export const textCell = cell(z.string().nullable(), null);

/** CMS stars, 1 to 5, or null where a facility has none. */
export const starsCell = cell(
  legible(z.number().int().min(1).max(5)),
  null,
).optional();

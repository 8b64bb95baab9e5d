import { z } from "zod";
import { newYorkTimeIn } from "~/domain/lists/days-on-the-wire";
import { messages } from "~/domain/messages";

/** Stands for an unreadable cell; screens show it as it is. */
export const UNREAD = messages.unknown;
export type Unread = typeof UNREAD;

let unreadCells: string[] = [];

/** Also returns the paths of unreadable cells, without their values, which may be about patients. */
export function readingCells<Read>(read: () => Read): {
  read: Read;
  unread: string[];
} {
  unreadCells = [];
  const value = read();
  return { read: value, unread: unreadCells };
}

export function tellUnread(path: string): void {
  unreadCells.push(path);
}

/**
 * An unreadable cell becomes `otherwise`, so that it does not take the others with it. Missing and blank count as
 * null.
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
      for (const { path } of error.issues) tellUnread(path.join("."));
      return otherwise;
    });
  return read as unknown as z.ZodType<
    z.output<Shape> | Otherwise,
    z.ZodTypeDef,
    z.input<Shape>
  >;
}

/** Reads a number from a text, too. */
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

const FLAGS = new Map([
  ...["true", "y", "yes", "1"].map((word) => [word, true] as const),
  ...["false", "n", "no", "0"].map((word) => [word, false] as const),
]);

function wordOf(value: unknown): string {
  return (JSON.stringify(value) ?? "")
    .replace(/^"\s*|\s*"$/g, "")
    .toLowerCase();
}

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/** A count, or an exact rate; null where a host does not know it, and for a rate over nothing (R64). */
export const figureCell = cell(legible(z.number().nonnegative()), null);

/** A score, whole or not; below 0 it is none. */
export const scoreCell = cell(legible(z.number()), UNREAD);

export const textCell = cell(z.string().nullable(), null);

/** A name that stands in a line or a link of its own. */
export const nameCell = cell(z.string(), UNREAD);

/** A date and time, `yyyy-MM-dd HH:mm:ss` New York time, in whatever form it was sent. */
export const timeCell = cell(
  z
    .string()
    .transform((text, context) => {
      const time = newYorkTimeIn(text);
      if (time !== null) return time;
      context.addIssue({ code: "custom", message: "expected a time" });
      return z.NEVER;
    })
    .nullable(),
  null,
);

/** Yes or no, in one of the ways in which hosts write it; null where it is neither. Missing and blank count as no. */
export const flagCell = cell(
  z.preprocess(
    (value) => (value === null ? false : (FLAGS.get(wordOf(value)) ?? value)),
    z.boolean(),
  ) as unknown as z.ZodType<boolean, z.ZodTypeDef, boolean>,
  null,
);

/** CMS stars, 1 to 5, or null where a facility has none. */
export const starsCell = cell(
  legible(z.number().int().min(1).max(5)),
  null,
).optional();

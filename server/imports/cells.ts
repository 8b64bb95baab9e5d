import { z } from "zod";
import { epochDayOf, isIsoDay, isoDayOf } from "~/domain/calendar";
import { isFitName } from "~/domain/name-characters";
import {
  DEFAULT_TIME_ZONE,
  isTimeZone,
  instantOfWallClock,
} from "~/domain/time-zone";

export type CellValue = string | number | null;

export type Cell = z.ZodType<CellValue, z.ZodTypeDef, string>;

const LONGEST_SHOWN = 40;
const FLAG_WORDS = ["yes", "no", "true", "false"];
/** Digits and signs with no more than one letter, such as a day, an id, a time of day or a Y. */
const HARMLESS = /^[ -@[-`{-~]*[A-Za-z]?[ -@[-`{-~]*$/;

/** A cell fit for a message: one line, cut short. Null if it may hold a name, since columns get mixed up (R258). */
export function harmlessCell(text: string): string | null {
  if (!HARMLESS.test(text) && !FLAG_WORDS.includes(text.toLowerCase())) {
    return null;
  }
  const short =
    text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return JSON.stringify(short);
}

export function exampleOf(text: string, message: string): string {
  const cell = harmlessCell(text);
  return cell === null ? message : `${cell} ${message}`;
}

class Wrong {
  constructor(
    readonly message: string,
    readonly example = message,
  ) {}
}

function wrongCell(text: string, message: string): Wrong {
  return new Wrong(message, exampleOf(text, message));
}

const BLANK = new Wrong("must not be blank");

function cell(read: (text: string) => CellValue | Wrong): Cell {
  return z.string().transform((text, context) => {
    const value = text === "" ? BLANK : read(text);
    if (value instanceof Wrong) {
      context.addIssue({
        code: z.ZodIssueCode.custom,
        message: value.message,
        params: { example: value.example },
      });
      return z.NEVER;
    }
    return value;
  });
}

export function optional(required: Cell): Cell {
  return z.string().transform((text, context) => {
    const read = text === "" ? null : required.safeParse(text);
    if (read?.success === false) {
      read.error.issues.forEach((issue) => context.addIssue(issue));
      return z.NEVER;
    }
    return read?.data ?? null;
  });
}

/** Id 0 is the company, and the stays without a physician. */
export const id = cell(
  (text) =>
    (/^\d{1,15}$/.test(text) && Number(text)) ||
    wrongCell(text, "is not a whole number from 1 to 999999999999999"),
);

export function wholeNumber(from: number, to: number): Cell {
  return cell((text) => {
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= from && value <= to
      ? value
      : wrongCell(text, `is not a whole number from ${from} to ${to}`);
  });
}

export const stars = optional(wholeNumber(1, 5));

export const flag = cell((text) => {
  const lower = text.toLowerCase();
  return lower === "true"
    ? 1
    : lower === "false"
      ? 0
      : wrongCell(text, "is not true or false");
});

export function oneOf(values: readonly string[]): Cell {
  return cell((text) =>
    values.includes(text)
      ? text
      : wrongCell(text, `is not one of ${values.join(", ")}`),
  );
}

export const HIDDEN = "has hidden characters";

export const name = text(200).transform((value, context) => {
  if (typeof value === "string" && !isFitName(value)) {
    context.addIssue({ code: z.ZodIssueCode.custom, message: HIDDEN });
    return z.NEVER;
  }
  return value;
});

export function text(longest: number): Cell {
  return cell((value) =>
    value.length <= longest
      ? value
      : new Wrong(
          `has more than ${longest} characters`,
          `has ${value.length} characters, but at most ${longest} are possible`,
        ),
  );
}

/** Whether it is past depends on the facility of its row. */
export const day = cell((text) =>
  isIsoDay(text) ? epochDayOf(text) : wrongCell(text, whyNoDay(text)),
);

/** Systems write 9999-12-31 for an unknown day. */
function whyNoDay(text: string): string {
  if (!isCalendarDay(text)) return "is not a date (expected yyyy-MM-dd)";
  return text < "1900"
    ? "lies before 1900"
    : "is in the future; leave the cell blank where there is no such day yet";
}

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const read = epochDayOf(text);
  return Number.isFinite(read) && isoDayOf(read) === text;
}

const ISO_INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Null unless an ISO 8601 date and time; without an offset it is local time. */
export function instantOf(text: string, timeZone: string): Date | null {
  const match = ISO_INSTANT.exec(text);
  const [, day = "", hour = "", minute = "", second = "00", zone] = match ?? [];
  if (
    !match ||
    !isIsoDay(day) ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59
  ) {
    return null;
  }
  const local = `${day}T${hour}:${minute}:${second}`;
  if (!zone) {
    return new Date(instantOfWallClock(timeZone, Date.parse(`${local}Z`)));
  }
  const offset = /^[+-]\d{2}$/.test(zone)
    ? `${zone}:00`
    : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = new Date(`${local}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** The facility of its row sets the time zone. */
export const dateTime = cell((text) =>
  instantOf(text, DEFAULT_TIME_ZONE)
    ? text
    : wrongCell(
        text,
        "is not an ISO 8601 date and time (expected like 2026-01-31T18:05:00-05:00)",
      ),
);

export const timeOfDay = cell((text) => {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  return hours !== undefined && Number(hours) < 24
    ? 60 * Number(hours) + Number(minutes)
    : wrongCell(text, "is not a time of day (expected HH:mm)");
});

export const timeZone = cell((text) =>
  isTimeZone(text)
    ? text
    : wrongCell(text, "is not a time zone (expected like America/Chicago)"),
);

/** Restores leading zeros that a spreadsheet dropped. */
export const ccn = cell((text) =>
  /^\d{1,6}$/.test(text) || /^\d{2}[0-9A-Za-z]\d{3}$/.test(text)
    ? text.toUpperCase().padStart(6, "0")
    : wrongCell(text, "is not a CMS certification number (six characters)"),
);

export function wrongOf(error: z.ZodError): {
  message: string;
  example: string;
} {
  const [issue] = error.issues;
  const message = issue?.message ?? "is wrong";
  const example: unknown =
    issue?.code === z.ZodIssueCode.custom ? issue.params?.example : null;
  return {
    message,
    example: typeof example === "string" ? example : message,
  };
}

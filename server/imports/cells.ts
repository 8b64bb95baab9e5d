import { epochDayOf, isIsoDay, isoDayOf } from "~/domain/calendar";
import { isFitName } from "~/domain/name-characters";
import {
  DEFAULT_TIME_ZONE,
  isTimeZone,
  instantOfWallClock,
} from "~/domain/time-zone";

export type CellValue = string | number | null;

/** Reads a trimmed cell. */
export type Cell = (text: string) => CellValue | Wrong;

export class Wrong {
  constructor(
    readonly message: string,
    /** The message with this cell or its length. */
    readonly example = message,
  ) {}
}

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

export function wrongCell(text: string, message: string): Wrong {
  const cell = harmlessCell(text);
  return new Wrong(message, cell === null ? message : `${cell} ${message}`);
}

export const BLANK = new Wrong("must not be blank");

const required =
  (read: Cell): Cell =>
  (text) =>
    text === "" ? BLANK : read(text);

export const optional =
  (read: Cell): Cell =>
  (text) =>
    text === "" ? null : read(text);

/** Id 0 is the company, and the stays without a physician. */
export const id = required(
  (text) =>
    (/^\d{1,15}$/.test(text) && Number(text)) ||
    wrongCell(text, "is not a whole number from 1 to 999999999999999"),
);

export function wholeNumber(from: number, to: number): Cell {
  return required((text) => {
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= from && value <= to
      ? value
      : wrongCell(text, `is not a whole number from ${from} to ${to}`);
  });
}

export const stars = optional(wholeNumber(1, 5));

export const flag = required((text) => {
  const lower = text.toLowerCase();
  return lower === "true"
    ? 1
    : lower === "false"
      ? 0
      : wrongCell(text, "is not true or false");
});

export function oneOf(values: readonly string[]): Cell {
  return required((text) =>
    values.includes(text)
      ? text
      : wrongCell(text, `is not one of ${values.join(", ")}`),
  );
}

/** `read` gets a text that is not too long. */
export function text(longest: number, read: Cell = (value) => value): Cell {
  return required((value) =>
    value.length <= longest
      ? read(value)
      : new Wrong(
          `has more than ${longest} characters`,
          `has ${value.length} characters, but at most ${longest} are possible`,
        ),
  );
}

export const HIDDEN = new Wrong("has hidden characters");

export const name = text(200, (value) => (isFitName(value) ? value : HIDDEN));

/** Whether it is past depends on the facility of its row. */
export const day = required((text) =>
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
export const dateTime = required((text) =>
  instantOf(text, DEFAULT_TIME_ZONE)
    ? text
    : wrongCell(
        text,
        "is not an ISO 8601 date and time (expected like 2026-01-31T18:05:00-05:00)",
      ),
);

export const timeOfDay = required((text) => {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  return hours !== undefined && Number(hours) < 24
    ? 60 * Number(hours) + Number(minutes)
    : wrongCell(text, "is not a time of day (expected HH:mm)");
});

export const timeZone = required((text) =>
  isTimeZone(text)
    ? text
    : wrongCell(text, "is not a time zone (expected like America/Chicago)"),
);

const SPREADSHEET_NUMBER = /^\d(\.\d+)?E\+?\d+$/i;

/** Restores leading zeros that a spreadsheet dropped. */
export const ccn = required((text) => {
  if (/^\d{1,6}$/.test(text) || /^\d{2}[0-9A-Za-z]\d{3}$/.test(text)) {
    return text.toUpperCase().padStart(6, "0");
  }
  return wrongCell(
    text,
    SPREADSHEET_NUMBER.test(text)
      ? "is a CCN that a spreadsheet turned into a number"
      : "is not a CMS certification number (six characters)",
  );
});

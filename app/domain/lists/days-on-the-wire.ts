import { isIsoDay, newYorkSqlDatetime } from "../calendar";

export type SlashOrder = "day-first" | "month-first";

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?=$|[ T])/;
const DASHED = /^(\d{4}-\d{2}-\d{2})(?=$|[ T])/;

/** Month first where one day can only be that and none can only be day first (docs/api-host.md). */
export function slashOrderOf(texts: readonly unknown[]): SlashOrder {
  let monthFirst = false;
  for (const text of texts) {
    const parts = typeof text === "string" ? SLASHED.exec(text.trim()) : null;
    if (!parts) continue;
    if (Number(parts[1]) > 12) return "day-first";
    if (Number(parts[2]) > 12) monthFirst = true;
  }
  return monthFirst ? "month-first" : "day-first";
}

export function isoDayIn(text: string, order: SlashOrder): string | null {
  const trimmed = text.trim();
  const dashed = DASHED.exec(trimmed)?.[1];
  if (dashed !== undefined) return isIsoDay(dashed) ? dashed : null;
  const [, first = "", second = "", year = ""] = SLASHED.exec(trimmed) ?? [];
  const [day, month] =
    order === "day-first" ? [first, second] : [second, first];
  const iso = [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isIsoDay(iso) ? iso : null;
}

const TIME =
  /[ T]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.\d+)?\s*(Z|[+-]\d{2}:\d{2})?$/i;

/** An instant with Z or an offset, or what New York's clocks showed, as `yyyy-MM-dd HH:mm:ss` New York time. Null for anything else. */
export function newYorkTimeIn(text: string): string | null {
  const trimmed = text.trim();
  const day = isoDayIn(trimmed, slashOrderOf([trimmed]));
  const [, minutes, seconds = ":00", zone] = TIME.exec(trimmed) ?? [];
  if (day === null || minutes === undefined) return null;
  if (zone === undefined) return `${day} ${minutes}${seconds}`;
  const instant = new Date(`${day}T${minutes}${seconds}${zone.toUpperCase()}`);
  return Number.isNaN(instant.getTime()) ? null : newYorkSqlDatetime(instant);
}

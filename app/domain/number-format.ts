import { messages } from "./messages";

const UNKNOWN = messages.unknown;

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

export function formatCount(value: number | null): string {
  return isKnown(value) ? whole.format(value) : UNKNOWN;
}

export function formatPercent(value: number | null): string {
  return isKnown(value) ? `${twoDecimals.format(value)}%` : UNKNOWN;
}

export function rateCell(value: number | null): number | null {
  return isKnown(value)
    ? Number(twoDecimals.format(value).replaceAll(",", ""))
    : null;
}

export function formatPer1000(value: number | null): string {
  return isKnown(value) ? twoDecimals.format(value) : UNKNOWN;
}

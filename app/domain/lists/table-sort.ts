export type SortKind =
  | "name"
  | "text"
  | "number"
  | "percent"
  | "rate"
  | "date"
  | "score";

export type SortDirection = "asc" | "desc";

export type SortValue = string | number | null | undefined;

/**
 * 'Unknown' and blank names go last ascending and first descending; other unknown values always go last, because
 * whoever sorts a score descending looks for the highest (R101, R102, R103). Equal rows keep their order.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  column: { value: (row: Row) => SortValue; kind: SortKind },
  direction: SortDirection,
): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  const signOfUnknown = column.kind === "name" ? sign : 1;
  return rows
    .map((row) => ({ row, key: sortKey(column.value(row), column.kind) }))
    .sort(({ key: a }, { key: b }) =>
      a === null || b === null
        ? signOfUnknown * (Number(a === null) - Number(b === null))
        : sign * compareKeys(a, b),
    )
    .map(({ row }) => row);
}

type SortKey = string | number;

const collator = new Intl.Collator("en-US", {
  sensitivity: "base",
  numeric: true,
});

function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

function sortKey(value: SortValue, kind: SortKind): SortKey | null {
  switch (kind) {
    case "name":
    case "text":
      return textKey(value);
    case "date":
      return dateKey(value);
    case "score": {
      const score = numberKey(value);
      return score !== null && score < 0 ? null : score;
    }
    case "number":
    case "percent":
    case "rate":
      return numberKey(value);
  }
}

function textKey(value: SortValue): string | null {
  const text = String(value ?? "").trim();
  return text === "" || text.toLowerCase() === "unknown" ? null : text;
}

const SLASHED_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const DASHED_DAY = /^(\d{4})-(\d{2})-(\d{2})/;

function dateKey(value: SortValue): number | null {
  const text = String(value ?? "").trim();
  const slashed = SLASHED_DAY.exec(text);
  if (slashed) return Number(`${slashed[3]}${slashed[1]}${slashed[2]}`);
  const dashed = DASHED_DAY.exec(text);
  return dashed ? Number(`${dashed[1]}${dashed[2]}${dashed[3]}`) : null;
}

function numberKey(value: SortValue): number | null {
  if (typeof value === "number") return Number.isNaN(value) ? null : value;
  const text = (value ?? "").replace(/[%,\s]/g, "");
  const number = Number(text);
  return text === "" || Number.isNaN(number) ? null : number;
}

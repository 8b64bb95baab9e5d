import { formatCount } from "~/domain/number-format";
import type { FindingGroup } from "./import-report";

export type FindingKind = Pick<FindingGroup, "file" | "column" | "message">;

export interface Problem extends FindingKind {
  line: number;
  /** The message with this line's id or day. Cells need `harmlessCell`: they may hold names. */
  example?: string;
}

export function onceOnly(
  problems: Pick<ProblemLog, "add">,
  {
    message = "is there already",
    ...kind
  }: Omit<FindingKind, "message"> & {
    message?: string;
  },
) {
  const lines = new Map<string, number>();
  return (key: string | null, line: number) => {
    if (key === null) return;
    const first = lines.get(key);
    if (first === undefined) lines.set(key, line);
    else {
      const example = `${message}, on line ${first}`;
      problems.add({ ...kind, message, line, example });
    }
  };
}

/** Kinds written out; others are only counted. */
const LISTED_KINDS = 100;

export const LISTED_LINES = 5;

function lineOf({ kind, count, first, lines }: Kind): string {
  const [line, ...others] = lines;
  const place = line === undefined ? kind.file : `${kind.file}:${line}`;
  const start = `${place}: ${kind.column}: ${first ?? kind.message}`;
  if (count === 1) return start;
  const more = `${formatCount(count - 1)} more like it`;
  if (others.length === 0) return `${start} (${more})`;
  const dots = count > lines.length ? ", …" : "";
  const word = count > 2 ? "lines" : "line";
  return `${start} (${more}: ${word} ${others.join(", ")}${dots})`;
}

interface Kind {
  kind: FindingKind;
  count: number;
  first: string | undefined;
  lines: number[];
}

/** Findings by kind (R257), so a mistake of a whole file is reported once. */
export class ProblemLog {
  count = 0;
  readonly #kinds = new Map<string, Kind>();

  /** Findings of these files come in this order. */
  constructor(private readonly files: readonly string[] = []) {}

  add({ line, example, ...kind }: Problem): void {
    const found = this.#count(kind, 1);
    const place = found.lines.filter((other) => other < line).length;
    if (place >= LISTED_LINES || found.lines[place] === line) return;
    found.lines.splice(place, 0, line);
    found.lines.splice(LISTED_LINES);
    if (place === 0) {
      found.first = example;
    }
  }

  addUnlisted(kind: FindingKind, count: number): void {
    if (count > 0) {
      this.#count(kind, count);
    }
  }

  groups(): FindingGroup[] {
    return this.#inOrder().map(({ kind, count, lines }) => ({
      ...kind,
      count,
      lines: [...lines],
    }));
  }

  /** A line per kind: `file:line: column: problem`, how many more, and where. */
  lines(): string[] {
    const kinds = this.#inOrder();
    const lines = kinds.slice(0, LISTED_KINDS).map(lineOf);
    const left = kinds.slice(LISTED_KINDS);
    if (left.length === 0) return lines;
    const count = left.reduce((sum, kind) => sum + kind.count, 0);
    return [...lines, `… and ${formatCount(count)} more of other kinds.`];
  }

  #inOrder(): Kind[] {
    const placeOf = ({ kind }: Kind) => this.files.indexOf(kind.file);
    const firstOf = ({ lines }: Kind) => lines[0] ?? 1;
    return [...this.#kinds.values()].sort(
      (a, b) => placeOf(a) - placeOf(b) || firstOf(a) - firstOf(b),
    );
  }

  #count(kind: FindingKind, count: number): Kind {
    this.count += count;
    const { file, column, message } = kind;
    const key = JSON.stringify([file, column, message]);
    const found = this.#kinds.get(key) ?? {
      kind: { file, column, message },
      count: 0,
      first: undefined,
      lines: [],
    };
    found.count += count;
    this.#kinds.set(key, found);
    return found;
  }
}

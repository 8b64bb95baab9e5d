import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import { rateCell } from "~/domain/number-format";
import type { CsvCell } from "~/domain/lists/csv-cells";
import {
  targetCells,
  TARGET_PARTS,
  type Judged,
} from "~/features/targets/rules";

interface FileRow {
  id: number;
  name: string | null;
  signals: Record<
    GraphTag,
    {
      value: number | null;
      denominator: number | null;
      month: string | null;
      variation: string;
      months: readonly string[];
    }
  >;
  targets: Partial<Record<GraphTag, Readonly<Judged>>>;
}

const PARTS = [
  "value",
  "denominator",
  "month",
  "variation",
  "months",
] as const satisfies readonly (keyof FileRow["signals"][GraphTag])[];

export const SIGNALS_FILE_COLUMNS: readonly string[] = [
  "id",
  "name",
  ...RATE_GRAPHS.flatMap(({ graph }) =>
    [...PARTS, ...TARGET_PARTS].map((part) => `${graph}_${part}`),
  ),
];

export function signalsFileCells({
  id,
  name,
  signals,
  targets,
}: FileRow): CsvCell[] {
  return [
    id,
    name,
    ...RATE_GRAPHS.flatMap(({ graph }) => {
      const { value, denominator, month, variation, months } = signals[graph];
      return [
        ...[rateCell(value), denominator, month, variation, months.join(" ")],
        ...targetCells(targets[graph]),
      ];
    }),
  ];
}

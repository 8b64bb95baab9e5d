import type { Budget, Chapter, Table } from "./chapter";

const BUDGET_COLUMNS = ["budget", "is", "measured", "met"] as const;

/** A chapter of the bench, printed as Markdown. */
export function asMarkdown({ title, tables, budgets }: Chapter): string {
  const all =
    budgets.length > 0 ? [...tables, tableOfBudgets(budgets)] : tables;
  return [`## ${title}`, ...all.map(tableAsMarkdown)].join("\n\n") + "\n";
}

function tableOfBudgets(budgets: readonly Budget[]): Table {
  return {
    caption: "Budgets",
    columns: BUDGET_COLUMNS,
    rows: budgets.map(({ what, budget, measured, isMet }) => [
      what,
      budget,
      measured,
      isMet ? "yes" : "no",
    ]),
  };
}

/** First column to the left, figures to the right, padded as the formatter pads them. */
function tableAsMarkdown({ caption, columns, rows }: Table): string {
  const lines = [columns, ...rows].map((cells) =>
    cells.map((cell) => cell.replaceAll("|", "\\|")),
  );
  const widths = columns.map((_, at) =>
    Math.max(3, ...lines.map((cells) => cells[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths
      .map((width, at) =>
        at === 0
          ? (cells[at] ?? "").padEnd(width)
          : (cells[at] ?? "").padStart(width),
      )
      .join(" | ")} |`;
  const rule = `| ${widths
    .map((width, at) =>
      at === 0 ? "-".repeat(width) : "-".repeat(width - 1) + ":",
    )
    .join(" | ")} |`;
  const [head = [], ...body] = lines;
  return [`_${caption}_`, "", line(head), rule, ...body.map(line)].join("\n");
}

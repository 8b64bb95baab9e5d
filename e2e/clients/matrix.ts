import {
  JOURNEYS,
  type ClientReport,
  type JourneyName,
  type Outcome,
} from "./client";

const WORDS: Record<Outcome["result"], string> = {
  pass: "yes",
  fail: "NO",
};

interface Matrix {
  head: string[];
  rows: string[][];
}

/** One row for each journey that somebody was asked for, one column for each client. */
function matrixOf(reports: readonly ClientReport[]): Matrix {
  const asked = (Object.keys(JOURNEYS) as JourneyName[]).filter((name) =>
    reports.some(({ outcomes, missing }) => missing || outcomes[name]),
  );
  return {
    head: ["", ...reports.map(({ name }) => name)],
    rows: asked.map((name) => [
      JOURNEYS[name],
      ...reports.map(({ outcomes, missing }) => {
        const outcome = outcomes[name];
        if (missing) return "not here";
        return outcome ? WORDS[outcome.result] : "not asked";
      }),
    ]),
  };
}

function lines({ head, rows }: Matrix, between: string): string[] {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[at]?.length ?? 0)),
  );
  return [head, ...rows].map((cells) =>
    cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(between),
  );
}

/** Below the table: who is not here and what failed, with the reason once for all it holds for. */
function* reasons(reports: readonly ClientReport[]): Generator<string> {
  for (const { name, missing, outcomes } of reports) {
    if (missing) yield `${name}: ${missing}`;
    const journeysOf = new Map<string, string[]>();
    for (const [journey, outcome] of Object.entries(outcomes)) {
      if (outcome.result === "pass") continue;
      const why = `${outcome.result}: ${outcome.reason}`;
      const title = JOURNEYS[journey as JourneyName];
      journeysOf.set(why, [...(journeysOf.get(why) ?? []), title]);
    }
    for (const [why, titles] of journeysOf) {
      yield `${name}, ${titles.join("; ")}: ${why}`;
    }
  }
}

export function asText(reports: readonly ClientReport[]): string {
  return [
    ...lines(matrixOf(reports), "  ").map((line) => line.trimEnd()),
    "",
    ...reasons(reports),
    "",
  ].join("\n");
}

/** As docs/accessibility.md holds it, with the day of the run: padded as the formatter pads it. */
export function asMarkdown(
  reports: readonly ClientReport[],
  day: string,
): string {
  const [head = "", ...rows] = lines(matrixOf(reports), " | ");
  const rule = head.replaceAll(/[^|]/g, "-").replaceAll("-|-", " | ");
  const versions = reports
    .map(({ name, version, missing }) => version ?? `${name} (${missing})`)
    .join(", ");
  return [
    `${day}: ${versions}.`,
    "",
    ...[head, rule, ...rows].map((line) => `| ${line} |`),
    "",
    ...[...reasons(reports)].map((reason) => `- ${reason}`),
    "",
  ].join("\n");
}

/** Whether a client failed at something; a client that is not here has not. */
export function hasFailed(reports: readonly ClientReport[]): boolean {
  return reports.some(({ outcomes }) =>
    Object.values(outcomes).some(({ result }) => result === "fail"),
  );
}

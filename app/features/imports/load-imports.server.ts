import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { idParam } from "~/contract/wire";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { Outcome } from "~/data/call.server";
import { administrationCrumbs } from "~/features/shell/navigation/first-crumbs";
import { noticesOf, panelOf } from "~/data/panel.server";
import { auditTimeText } from "~/features/audit/rules/words";
import { usDayOf } from "~/domain/calendar";
import {
  findingCount,
  findingLinesText,
  IMPORT_KINDS,
  OUTCOMES,
  sizeText,
  tookText,
  importWords as words,
} from "./rules/words";
import { formatCount } from "~/domain/number-format";
import { withQuery } from "~/paths";
import { requireScreen } from "~/session/screen.server";
import { listImports, type KeptImport } from "~server/imports/service";
import type { ListState } from "~/ui/list-states";

export type ImportRow = ReturnType<typeof rowOf>;
export type ImportReportView = ReturnType<typeof reportOf>;
export type FindingRow = ReturnType<typeof findingOf>;

const TEXTS = { systemError: words.failed };

/** What cannot be used of the address counts as not said. */
const importsQuery = z.object({
  before: idParam.nullable().catch(null),
  import: idParam.nullable().catch(null),
});

interface Asked {
  before: number | null;
  shown: number | null;
}

export async function loadImports({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { searchParams } = new URL(request.url);
  const { before, import: shown } = importsQuery.parse({
    before: searchParams.get("before"),
    import: searchParams.get("import"),
  });
  const outcome = await signedIn.ask(listImports, {
    before: before ?? undefined,
  });
  const list = listOf(outcome, { before, shown });
  const next = outcome.kind === "data" ? outcome.answer.next : null;
  const view = {
    list,
    href: hrefOf({ before, shown }),
    olderHref: next === null ? null : hrefOf({ before: next, shown: null }),
    newestHref: before === null ? null : hrefOf({ before: null, shown: null }),
  };
  const crumbs = administrationCrumbs(words.title);
  return { view, crumbs, notices: noticesOf(list) };
}

function hrefOf({ before, shown }: Asked): string {
  return withQuery("/users/imports", {
    before: before ?? undefined,
    import: shown ?? undefined,
  });
}

type Kept = DeepReadonly<KeptImport>;

function listOf(
  outcome: Outcome<{ imports: readonly Kept[] }>,
  asked: Asked,
): ListState<{ rows: ImportRow[]; report: ImportReportView }> {
  const panel = panelOf(outcome, TEXTS, ({ imports }) => imports);
  if (panel.state === "error") return panel;
  const imports = panel.state === "empty" ? [] : panel.data;
  const [newest] = imports;
  if (!newest) return { state: "empty" };
  const shown = imports.find(({ id }) => id === asked.shown) ?? newest;
  return {
    state: "data",
    rows: imports.map((each) => rowOf(each, shown, asked)),
    report: reportOf(shown, shown === newest && asked.before === null),
  };
}

function rowOf(each: Kept, shown: Kept, { before }: Asked) {
  const { share } = OUTCOMES[each.outcome];
  const stored = share === "none" ? [] : each.tables;
  const sum = (field: "added" | "changed" | "removed") => {
    const planned = stored.reduce((all, table) => all + table[field], 0);
    return share === "some" && planned > 0
      ? words.someRows
      : formatCount(planned);
  };
  return {
    id: each.id,
    at: each.startedAt,
    ...auditTimeText(each.startedAt),
    kind: IMPORT_KINDS[each.kind],
    outcome: outcomeOf(each),
    added: sum("added"),
    changed: sum("changed"),
    removed: sum("removed"),
    problems: formatCount(findingCount(each.problems)),
    warnings: formatCount(findingCount(each.warnings)),
    href: hrefOf({ before, shown: each.id }),
    isShown: each === shown,
  };
}

function reportOf(shown: Kept, isNewest: boolean) {
  const { share } = OUTCOMES[shown.outcome];
  return {
    heading: isNewest ? words.last : `Import ${shown.id}`,
    outcome: outcomeOf(shown),
    note: noteOf(shown),
    facts: factsOf(shown),
    tablesTitle: TABLES_TITLES[share],
    tables: shown.tables.filter(
      ({ added, changed, unchanged, removed }) =>
        added + changed + unchanged + removed > 0,
    ),
    problems: shown.problems.map(findingOf),
    problemsMeaning:
      share === "some" ? words.problemsOfInterrupted : words.problemsMean,
    warnings: shown.warnings.map(findingOf),
    files: shown.files.map(({ bytes, ...file }) => ({
      ...file,
      size: sizeText(bytes),
    })),
  };
}

function outcomeOf({ outcome }: Kept) {
  const { word, tone } = OUTCOMES[outcome];
  return { word, tone };
}

function noteOf({ outcome }: Kept): string | null {
  if (outcome === "unfinished") return words.unfinishedMeans;
  return outcome === "interrupted" ? words.interruptedMeans : null;
}

const TABLES_TITLES = {
  all: words.rows,
  some: words.rowsPartly,
  none: words.rowsUndone,
};

function factsOf(shown: Kept) {
  const { facts } = words;
  return [
    { label: words.columns.kind, value: IMPORT_KINDS[shown.kind] },
    { label: facts.at, value: momentText(shown.startedAt) },
    shown.outcome === "unfinished"
      ? { label: facts.lastSign, value: momentText(shown.endedAt) }
      : {
          label: facts.took,
          value: tookText(shown.startedAt, shown.endedAt),
        },
    { label: facts.by, value: shown.startedBy },
    ...(shown.dataThrough === null
      ? []
      : [{ label: facts.through, value: usDayOf(shown.dataThrough) }]),
    ...(shown.isReplacement
      ? [{ label: facts.replacement, value: words.isReplacement }]
      : []),
  ];
}

function momentText(at: string): string {
  const { day, time } = auditTimeText(at);
  return `${day} ${time}`;
}

function findingOf({ lines, count, ...finding }: Kept["problems"][number]) {
  return { ...finding, where: findingLinesText(lines, count) };
}

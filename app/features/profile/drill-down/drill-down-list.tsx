import type { DrillDownColumn } from "~/domain/figures/drill-down-columns";
import { drillDownTitle } from "~/domain/figures/drill-down-words";
import { bandForScore } from "~/domain/frailty";
import { childLevelOf, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { messages } from "~/domain/messages";
import { Card } from "~/ui/card";
import { residentPath } from "~/resident-paths";
import { BandChip } from "~/ui/chip";
import { NobodyIcon } from "~/ui/icons";
import { Skeleton } from "~/ui/skeleton";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { CompareLink } from "../compare/compare-link";
import { ListFilterLinks } from "./list-filter-links";
import { PanelEmpty, PanelError } from "../panel-states";
import { childHref, LIST_ID, ownHref } from "../profile-links";
import type { ListView, PanelProps, ProfileView } from "../profile-view";
import { RowCount } from "./row-count";

/** As many rows as the list shows before it scrolls. */
const SKELETON_ROWS = 16;

/** The children of a page's subject, each a way further down (R22). */
export function DrillDownList({ view, isLoading }: PanelProps) {
  const child = childLevelOf(view.level);
  return (
    <Card
      headingId="list-heading"
      heading={drillDownTitle(child)}
      aside={<RowCount view={view} />}
      actions={
        child === "patient" ? (
          <ListFilterLinks view={view} />
        ) : (
          <CompareLink view={view} />
        )
      }
    >
      {child === "patient" ? (
        <p className="-mt-2 mb-3 text-sm text-muted">{PATIENT_NOTE}</p>
      ) : null}
      <Content view={view} isLoading={isLoading} />
    </Card>
  );
}

const PATIENT_NOTE =
  "Dates: newest stay. Days of care: all stays in these dates. ED visits: without a hospital stay.";

function Content({ view, isLoading }: PanelProps) {
  const { list } = view;
  if (isLoading || list.state === "late") {
    const rows = list.state === "data" ? list.data.rows + 1 : 3;
    return <Skeleton lines={Math.min(rows, SKELETON_ROWS)} />;
  }
  if (list.state === "error") return <PanelError view={view} />;
  if (list.state === "empty" || list.data.rows === 0) {
    // The filters of the list alone emptied it: the dates stay as they are.
    const isFiltered = list.state === "data" && list.data.total > 0;
    return (
      <div id={LIST_ID}>
        <PanelEmpty
          view={view}
          {...(isFiltered && {
            clearTo: ownHref(view, { frailty: null, stays: null }),
          })}
        />
      </div>
    );
  }
  const { note } = list.data;
  return (
    <>
      {note === null ? null : (
        <p className="-mt-2 mb-3 text-sm text-muted">{note}</p>
      )}
      <Rows view={view} list={list.data} />
    </>
  );
}

function Rows({ view, list }: { view: ProfileView; list: ListView }) {
  const child = childLevelOf(view.level);
  return (
    <DataTable
      id={LIST_ID}
      title={drillDownTitle(child)}
      columns={list.heads.map((column, position) =>
        tableColumn(view, list, column, list.columns[position] ?? []),
      )}
      rows={list.keys.map((key, place) => ({ key, place }))}
      rowKey={({ key }) => key}
      cachedRows={{ version: rowsVersion(view) }}
      paperHead={view.paper.head}
      sort={view.sort}
      sortHref={(column, dir) => ownHref(view, { sort: column, dir })}
    />
  );
}

/** Changes with all that the rows say, their order and where their links lead. */
function rowsVersion(view: ProfileView): string {
  const { carried, rendered, frailtyFilter, isCurrentOnly } = view;
  const { id, level, sort } = view;
  return JSON.stringify([
    rendered.keys.rows,
    sort,
    frailtyFilter,
    isCurrentOnly,
    level,
    id,
    carried,
  ]);
}

interface Row {
  key: number;
  /** Where its cells are in each column. */
  place: number;
}

const NUMERIC = new Set(["number", "percent", "rate", "frailty-distribution"]);

function tableColumn(
  view: ProfileView,
  list: ListView,
  column: DrillDownColumn,
  texts: string[],
): TableColumn<Row> {
  const isName = column.kind === "name";
  return {
    key: column.key,
    label: column.label,
    ...(column.hint !== undefined && { hint: column.hint }),
    ...(column.detail !== undefined && { detail: column.detail }),
    numeric: NUMERIC.has(column.kind),
    sortable: column.kind !== "frailty-distribution",
    cell: ({ key, place }) => {
      const text = texts[place] ?? "";
      if (isName) return <NameCell {...{ view, list, id: key, name: text }} />;
      return column.kind === "score" ? <ScoreCell score={text} /> : text;
    },
  };
}

function NameCell({
  view,
  list,
  id,
  name,
}: {
  view: ProfileView;
  list: ListView;
  id: number;
  name: string;
}) {
  const child = childLevelOf(view.level);
  if (child === "patient") {
    const text = name || messages.unnamedPatient;
    return list.hasResidents ? <a href={residentPath(id)}>{text}</a> : text;
  }
  const href = childHref(view, child, id);
  return child === "physician" && id === NO_PHYSICIAN_ID ? (
    <a href={href}>
      <NobodyIcon /> {messages.noPhysician}
    </a>
  ) : (
    <a href={href}>{name || messages.unknown}</a>
  );
}

function ScoreCell({ score }: { score: string }) {
  const number = Number(score);
  const band = Number.isNaN(number) ? null : bandForScore(number);
  return band ? <BandChip band={band} prefix={score} /> : score;
}

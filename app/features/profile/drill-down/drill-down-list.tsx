import { childNoun, drillDownTitle } from "~/domain/figures/drill-down-words";
import { bandForScore, FRAILTY_FILTERS } from "~/domain/frailty";
import { RATE_GRAPHS } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { childLevelOf, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { profileMessages } from "~/domain/profile-messages";
import { COMPARE_LINK_ID, isComparable } from "../open-panel";
import { PanelEmpty, PanelError } from "../panel-states";
import {
  childHref,
  LIST_ID,
  type OwnChange,
  ownHref,
  panelHref,
} from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { ListView, PanelProps, ProfileView } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { residentPath } from "~/resident-paths";
import { Card } from "~/ui/card";
import { ChangeSaid } from "~/ui/change-said";
import { BandChip } from "~/ui/chip";
import { ChoiceLink } from "~/ui/choice-link";
import { NobodyIcon } from "~/ui/icons";
import { PageLink } from "~/ui/page-link";
import { Skeleton } from "~/ui/skeleton";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";

export function RowCount({ view }: { view: ProfileView }) {
  const { list, frailtyFilter, isCurrentOnly } = view;
  const count = list.state === "data" ? list.data.count : "";
  const band = FRAILTY_FILTERS.find(({ value }) => value === frailtyFilter);
  const filter =
    (isCurrentOnly ? ", current only" : "") +
    (band && frailtyFilter !== "all" ? `, frailty ${band.label}` : "");
  return (
    <>
      <p className="text-sm text-muted">{count}</p>
      <ChangeSaid text={count && `${count}${filter}`} />
    </>
  );
}

const HEADING_ID = "list-heading";

function ListFilterLinks({ view }: { view: ProfileView }) {
  const { list, isCurrentOnly = false } = view;
  const count = list.state === "data" ? list.data : null;
  return (
    <div className="flex flex-wrap gap-x-4 print:hidden">
      {count?.current === undefined ? null : (
        <Choices
          view={view}
          name="Stays"
          choices={[
            {
              label: `All (${count.total})`,
              isChosen: !isCurrentOnly,
              change: { stays: null },
            },
            {
              label: `Current only (${count.current})`,
              isChosen: isCurrentOnly,
              change: { stays: "current" },
            },
          ]}
        />
      )}
      <Choices
        view={view}
        name="Frailty filter"
        choices={FRAILTY_FILTERS.map(({ value, label }) => ({
          label,
          isChosen: view.frailtyFilter === value,
          change: { frailty: value === "all" ? null : value },
        }))}
      />
    </div>
  );
}

function Choices({
  view,
  name,
  choices,
}: {
  view: ProfileView;
  name: string;
  choices: readonly { label: string; isChosen: boolean; change: OwnChange }[];
}) {
  // The page reloads without scripts and should open at the list; scripts keep it where it is.
  const landing = useHydrated() ? "" : `#${HEADING_ID}`;
  return (
    <nav aria-label={name}>
      <ul className="flex flex-wrap text-sm">
        {choices.map(({ label, isChosen, change }) => (
          <li key={label}>
            <ChoiceLink
              to={`${ownHref(view, change)}${landing}`}
              isChosen={isChosen}
              className={`flex min-h-6 min-w-10 items-center justify-center px-2 touch:min-h-10 ${
                isChosen
                  ? "border-b-2 border-accent font-semibold text-ink"
                  : "border-b border-hairline text-accent hover:underline"
              }`}
            >
              {label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CompareLink({ view }: { view: ProfileView }) {
  const isHydrated = useHydrated();
  const { level, list } = view;
  const [first] = RATE_GRAPHS;
  const rows = list.state === "data" ? list.data.rows : 0;
  if (!isComparable(level) || !first || rows < 2) return null;
  return (
    <PageLink
      id={COMPARE_LINK_ID}
      className="action-link"
      aria-label={`${profileMessages.compare.link} ${childNoun(childLevelOf(level), 2)}`}
      to={panelHref(view, { kind: "compare", tag: first.tag }, isHydrated)}
      preventScrollReset
      {...preloadOnIntent}
    >
      {profileMessages.compare.link}
    </PageLink>
  );
}

const SKELETON_ROWS = 16;

export function DrillDownList({ view, isLoading }: PanelProps) {
  const child = childLevelOf(view.level);
  return (
    <Card
      headingId={HEADING_ID}
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
  "Dates: newest stay. Current: also with the bed kept at hospital. Days of care: all stays in these dates. ED visits: without a hospital stay.";

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
      columns={list.heads.map(
        ({ key: name, label, hint, detail, kind }, at): TableColumn<Row> => ({
          key: name,
          label,
          ...(hint !== undefined && { hint }),
          ...(detail !== undefined && { detail }),
          numeric: NUMERIC.has(kind),
          sortable: kind !== "frailty-distribution",
          cell: ({ key, place }) => {
            const text = list.columns[at]?.[place] ?? "";
            if (kind === "name") {
              return <NameCell {...{ view, list, id: key, name: text }} />;
            }
            return kind === "score" ? <ScoreCell score={text} /> : text;
          },
        }),
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
  place: number;
}

const NUMERIC = new Set(["number", "percent", "rate", "frailty-distribution"]);

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

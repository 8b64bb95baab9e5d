import type { GraphsView, LeftOutPart, SentView } from "../profile-view";
import { shownList } from "../drill-down/shown-list";

/**
 * What scripts get with a document: it shows the lines of its graphs and the rows of its patients already, which are the only
 * parts that are large. Scripts fetch them once something else of them is to be shown (../left-out-parts.tsx).
 */
export function leaveOutRendered({
  graphs,
  level,
  list,
  listAt,
  rendered,
}: SentView): Partial<SentView> {
  const hasPatients = level === "physician" && list.state === "data";
  const leftOut: LeftOutPart[] = [
    ...(graphs.state === "data" ? (["graphs"] as const) : []),
    ...(hasPatients ? (["rows"] as const) : []),
  ];
  return {
    rendered: { ...rendered, leftOut },
    ...(graphs.state === "data" && {
      graphs: { ...graphs, data: withoutLines(graphs.data) },
    }),
    ...(hasPatients && {
      listAt: { ...listAt, arrangement: null },
      list: {
        ...list,
        data: {
          ...shownList(list.data, listAt.arrangement),
          keys: [],
          columns: [],
          exact: {},
        },
      },
    }),
  };
}

/** What does not come with the call for graphs. */
function withoutLines({
  unusual,
  notes,
  hasUnknownNotes,
}: GraphsView): GraphsView {
  return {
    unusual,
    ...(notes && { notes }),
    ...(hasUnknownNotes && { hasUnknownNotes }),
  } as GraphsView;
}

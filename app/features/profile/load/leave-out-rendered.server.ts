import type { Metrics } from "~/contract/metrics";
import type {
  CmsView,
  FiguresView,
  GraphsView,
  LeftOutPart,
  QualityView,
  SentView,
} from "../profile-view";
import { shownList } from "../drill-down/shown-list";

/** Scripts fetch the other parts when they are shown (../left-out-parts.tsx). */
export function leaveOutRendered({
  cms,
  figures,
  graphs,
  list,
  listAt,
  metrics,
  quality,
  rendered,
}: SentView): Partial<SentView> {
  const leftOut: LeftOutPart[] = [
    "figures",
    ...(graphs.state === "data" ? (["graphs"] as const) : []),
    ...(list.state === "data" ? (["rows"] as const) : []),
  ];
  return {
    rendered: { ...rendered, leftOut },
    figures: { ...figures, blocks: withoutTrends(figures.blocks) },
    morning: { counts: [], first: [] },
    previous: null,
    ...(metrics.state === "data" && {
      metrics: { ...metrics, data: {} as Metrics },
    }),
    ...(quality?.state === "data" && {
      quality: { ...quality, data: {} as QualityView },
    }),
    ...(cms?.state === "data" && {
      cms: { ...cms, data: { averages: cms.data.averages } as CmsView },
    }),
    ...(graphs.state === "data" && {
      graphs: {
        ...graphs,
        data: {
          verdicts: graphs.data.verdicts,
          notes: graphs.data.notes,
          hasUnknownNotes: graphs.data.hasUnknownNotes,
          targets: graphs.data.targets,
        } as GraphsView,
      },
    }),
    ...(list.state === "data" && {
      listAt: { ...listAt, arrangement: null },
      list: {
        ...list,
        data: {
          ...shownList(list.data, listAt.arrangement),
          keys: [],
          columns: [],
        },
      },
    }),
  };
}

function withoutTrends(blocks: FiguresView["blocks"]): FiguresView["blocks"] {
  return Object.fromEntries(
    Object.entries(blocks).map(([block, figures]) => [
      block,
      figures.map(
        ({ line: _line, note: _note, target: _target, ...figure }) => figure,
      ),
    ]),
  ) as FiguresView["blocks"];
}

import type { Metrics } from "~/contract/metrics";
import type { CmsView } from "~/features/profile/cms/shown-cms";
import type {
  FiguresView,
  GraphsView,
  QualityView,
  SentView,
} from "~/features/profile/profile-view";
import { shownList } from "~/features/profile/drill-down/shown-list";

/**
 * What scripts get with a document in place of its figures, graphs and rows, which stand in it. They ask for all of it where something else
 * is to be drawn (app/features/profile/should-revalidate.ts).
 */
export function leaveOutRendered({
  cms,
  figures,
  graphs,
  list,
  listAt,
  metrics,
  quality,
  drawn,
}: SentView): Partial<SentView> {
  return {
    drawn: { ...drawn, isInDocumentAlone: true },
    figures: { ...figures, blocks: withoutTrends(figures.blocks) },
    listAt: { ...listAt, arrangement: null },
    previous: null,
    ...(metrics.state === "data" && {
      metrics: { ...metrics, data: {} as Metrics },
    }),
    ...(quality?.state === "data" && {
      quality: { ...quality, data: {} as QualityView },
    }),
    ...(cms?.state === "data" && { cms: { ...cms, data: {} as CmsView } }),
    ...(graphs.state === "data" && {
      graphs: { ...graphs, data: withoutLines(graphs.data) },
    }),
    ...(list.state === "data" && {
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

/** What cards say beside their pictures. */
function withoutLines({ unusual }: GraphsView): GraphsView {
  return { unusual } as GraphsView;
}

function withoutTrends(blocks: FiguresView["blocks"]): FiguresView["blocks"] {
  return Object.fromEntries(
    Object.entries(blocks).map(([block, figures]) => [
      block,
      figures.map(({ line: _line, note: _note, ...figure }) => figure),
    ]),
  ) as FiguresView["blocks"];
}

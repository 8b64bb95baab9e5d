import type { ReactNode } from "react";
import {
  FIGURE_LABELS,
  type FigureLabel,
} from "~/domain/figures/figure-labels.data";
import type { FigureBlock } from "~/domain/figures/metrics";
import { findGraphOfRate } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { inspectorOpenerId, PANEL_ID, panelParameter } from "../open-panel";
import { ownQuery } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { FigureView, PanelProps, ProfileView } from "../profile-view";
import { profilePath } from "~/paths";
import { useHydrated } from "~/rendering/hydration";
import { Figure, FigureList } from "~/ui/figure";
import { PageForm } from "~/ui/page-form";
import { FigureTrend } from "./figure-trend";

export function InspectableFigures({
  block,
  view,
  isLoading,
}: PanelProps & { block: FigureBlock }) {
  const { figures } = view;
  return (
    <FigureList className={`overview-figures grid gap-x-4 gap-y-2 ${block}`}>
      {figures.blocks[block].map((figure) => (
        <Figure
          key={figure.tag}
          className={isRate(figure) ? "figure-lead" : undefined}
          label={<Label {...FIGURE_LABELS[figure.tag]} />}
          note={isLoading ? null : <FigureTrend figure={figure} view={view} />}
        >
          {isLoading ? (
            <FigureSkeleton figure={figure} />
          ) : (
            <InspectForm view={view} tag={figure.tag}>
              <FigureButton figure={figure} />
            </InspectForm>
          )}
        </Figure>
      ))}
    </FigureList>
  );
}

function isRate({ tag }: FigureView): boolean {
  return findGraphOfRate(tag) !== null;
}

function Label({ label, hint }: FigureLabel) {
  return hint ? (
    <abbr title={hint} className="no-underline">
      {label}
    </abbr>
  ) : (
    label
  );
}

function FigureButton({ figure: { tag, text } }: { figure: FigureView }) {
  return (
    <button
      type="submit"
      id={inspectorOpenerId(tag)}
      // What lynx writes in front of it.
      value="Inspect"
      disabled={text === messages.unknown}
      aria-label={`${FIGURE_LABELS[tag].label}: ${text}, inspect`}
      className="figure-button"
      {...preloadOnIntent}
    >
      <FigureValue text={text} />
    </button>
  );
}

function FigureValue({ text }: { text: string }) {
  const [count, rate] = text.split(" / ");
  if (rate === undefined) return text;
  return (
    <>
      <span className="figure-count">
        {count}
        <span className="sr-only"> / </span>
      </span>
      <span>{rate}</span>
    </>
  );
}

function FigureSkeleton({ figure }: { figure: FigureView }) {
  const hasCount = figure.text.includes(" / ");
  const height = hasCount ? "h-12" : isRate(figure) ? "h-8" : "h-5";
  return (
    <span
      className={`my-1 block w-16 rounded bg-hairline motion-safe:animate-pulse ${height}`}
    >
      <span className="sr-only">Loading</span>
    </span>
  );
}

/** The button has no name, because lynx would show the value that goes with it. Without scripts the page lands at the open panel. */
function InspectForm({
  view,
  tag,
  children,
}: {
  view: ProfileView;
  tag: FigureView["tag"];
  children: ReactNode;
}) {
  const path = profilePath(view.level, view.id);
  return (
    <PageForm
      action={useHydrated() ? path : `${path}#${PANEL_ID}`}
      preventScrollReset
      // One button each: ten forms would be heard as ten parts of the page.
      role="none"
    >
      {[...ownQuery(view), panelParameter({ kind: "inspect", tag })].map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      {children}
    </PageForm>
  );
}

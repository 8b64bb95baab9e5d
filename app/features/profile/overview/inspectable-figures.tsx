import { messages } from "~/domain/messages";
import type { FigureBlock } from "~/domain/figures/metrics";
import { Figure, FigureList } from "~/ui/figure";
import { inspectorOpenerId } from "../open-panel";
import { preloadOnIntent } from "../profile-panel";
import type { FigureView, PanelProps } from "../profile-view";
import { FigureTrend } from "./figure-trend";
import { InspectForm } from "./inspect-form";

/** Every figure has its place, whatever its length; 'count / rate' needs a phone's whole width. */
const LAYOUT: Record<FigureBlock, string> = {
  general: "figure-pairs grid gap-x-4 gap-y-2",
  short: "grid gap-x-4 gap-y-2 sm:grid-cols-2",
  long: "figure-pairs grid gap-x-4 gap-y-2",
};

/**
 * The figures of one block, each a button that opens the metric inspector (R49). Of an 'Unknown' there is
 * nothing to inspect.
 */
export function InspectableFigures({
  block,
  view,
  isLoading,
}: PanelProps & { block: FigureBlock }) {
  const { figures } = view;
  return (
    <FigureList className={LAYOUT[block]}>
      {figures.blocks[block].map((figure) => (
        <Figure
          key={figure.tag}
          label={<FigureLabel figure={figure} />}
          note={isLoading ? null : <FigureTrend figure={figure} view={view} />}
        >
          {isLoading ? (
            <FigureSkeleton />
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

function FigureLabel({ figure: { label, hint } }: { figure: FigureView }) {
  return hint ? (
    <abbr title={hint} className="no-underline">
      {label}
    </abbr>
  ) : (
    label
  );
}

function FigureButton({
  figure: { tag, label, text },
}: {
  figure: FigureView;
}) {
  return (
    <button
      type="submit"
      id={inspectorOpenerId(tag)}
      // What lynx writes in front of it.
      value="Inspect"
      disabled={text === messages.unknown}
      aria-label={`${label}: ${text}, inspect`}
      className="figure-button"
      {...preloadOnIntent}
    >
      <FigureValue text={text} />
    </button>
  );
}

/** A count and its rate, '12 / 21.43%', are set apart, so that they are not read as '12 of 21'. */
function FigureValue({ text }: { text: string }) {
  const [count, rate] = text.split(" / ");
  if (rate === undefined) return text;
  return (
    <>
      {count}
      <span className="font-normal text-muted">
        <span className="text-control"> / </span>
        {rate}
      </span>
    </>
  );
}

/** As high as the figure that replaces it. */
function FigureSkeleton() {
  return (
    <span className="my-1 block h-5 w-16 rounded bg-hairline motion-safe:animate-pulse">
      <span className="sr-only">Loading</span>
    </span>
  );
}

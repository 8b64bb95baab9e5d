import { smallNumbersSentence } from "~/domain/figures/huddle-words";
import { messages } from "~/domain/messages";
import { TrendCaption } from "../overview/figure-trend";
import { filterLine } from "../filters/filter-words";
import { HuddleFigures } from "./huddle-figures";
import { HuddleFrailty } from "./huddle-frailty";
import { HuddleGraphs } from "./huddle-graphs";
import { HuddleQuality } from "./huddle-quality";
import { HuddleTools } from "./huddle-tools";
import type { ProfileView } from "../profile-view";

/**
 * A profile on one sheet of paper, for the wall of a huddle room: figures, quality score, graphs, and no patient. On
 * paper it is as high as one sheet, and its graphs share what the rest leaves (app/styles/huddle.css).
 */
export function HuddleBoard({ id, view }: { id: string; view: ProfileView }) {
  return (
    <>
      <HuddleTools view={view} />
      <article id={id} aria-labelledby="huddle-title" className="huddle">
        <Head view={view} />
        <HuddleFigures view={view} />
        <HuddleQuality view={view} />
        <HuddleGraphs view={view}>
          <div className="min-h-0">
            <HuddleFrailty view={view} />
            <Notes view={view} />
          </div>
        </HuddleGraphs>
      </article>
    </>
  );
}

function Head({ view }: { view: ProfileView }) {
  const { name, title, entity } = view;
  const parents = entity.kind === "place" ? entity.parents : [];
  return (
    <header>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 id="huddle-title" className="huddle-title">
          {title}
          {name ? <span className="font-normal"> {name}</span> : null}
        </h1>
        <p className="min-w-0 text-muted">{view.freshness?.accurate}</p>
      </div>
      <p>
        {/* Without the frailty filter: that is one of the patient list, which is not on the sheet. */}
        {[...parents, filterLine(view)].join(" · ")}
      </p>
    </header>
  );
}

function Notes({ view }: { view: ProfileView }) {
  const { metrics } = view;
  const small =
    metrics.state === "data" ? smallNumbersSentence(metrics.data) : null;
  return (
    <div className="huddle-notes">
      {small ? <p className="text-warn">{small}</p> : null}
      {metrics.state === "data" ? (
        <TrendCaption figures={view.figures} />
      ) : null}
      {/* On paper it stands in the margin of each sheet. */}
      <p className="print:hidden">{messages.shell.confidential}</p>
    </div>
  );
}

import type { ReactNode } from "react";
import {
  smallNumbersSentence,
  HuddleFigures,
  HuddleFrailty,
  HuddleQuality,
  HuddleSection,
  Missing,
} from "./huddle-figures";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { modeLabel, modeOf } from "~/domain/graphs/graph-modes";
import { messages } from "~/domain/messages";
import { CensusMarks } from "~/features/data-quality/census-marks";
import { filterLine } from "../filters/filter-words";
import { GraphFigure } from "../graphs/graph-figure";
import { GraphLegend } from "../graphs/graph-legend";
import { TrendCaption } from "../overview/figure-trend";
import { ownHref } from "../profile-links";
import type { ProfileView, HuddleResidents as View } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { Button, LinkButton } from "~/ui/button";

/** As high as one sheet on paper, and its graphs share what the rest leaves (huddle.css). */
export function HuddleBoard({ id, view }: { id: string; view: ProfileView }) {
  return (
    <>
      <HuddleTools view={view} />
      <article id={id} aria-labelledby="huddle-title" className="huddle">
        <Head view={view} />
        {view.residents ? (
          <>
            <HuddleResidents residents={view.residents} />
            <HuddleGraphs view={view}>
              <div className="min-h-0">
                <GraphLegend view={view} />
                <Confidential />
              </div>
            </HuddleGraphs>
          </>
        ) : (
          <>
            <HuddleFigures view={view} />
            <HuddleQuality view={view} />
            <HuddleGraphs view={view}>
              <div className="min-h-0">
                <HuddleFrailty view={view} />
                <Notes view={view} />
              </div>
            </HuddleGraphs>
          </>
        )}
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
      <CensusMarks marks={view.marks} />
    </header>
  );
}

function Notes({ view }: { view: ProfileView }) {
  const { metrics } = view;
  const small =
    metrics.state === "data" ? smallNumbersSentence(metrics.data) : null;
  return (
    <div className="huddle-notes">
      <GraphLegend view={view} />
      {small ? <p className="text-warn">{small}</p> : null}
      {metrics.state === "data" ? (
        <TrendCaption figures={view.figures} />
      ) : null}
      <Confidential />
    </div>
  );
}

/** Stands in the margin of each sheet on paper. */
function Confidential() {
  return (
    <p className="text-muted print:hidden">{messages.shell.confidential}</p>
  );
}

function HuddleTools({ view }: { view: ProfileView }) {
  const isHydrated = useHydrated();
  return (
    <div className="huddle-tools">
      <LinkButton variant="quiet" to={ownHref(view, { view: null })}>
        Back to the profile
      </LinkButton>
      {isHydrated ? (
        <Button type="button" variant="primary" onClick={() => window.print()}>
          Print
        </Button>
      ) : (
        <p className="flex min-h-9 items-center text-sm text-muted touch:min-h-10">
          To print this sheet, use your browser’s Print.
        </p>
      )}
    </div>
  );
}

/** `children` takes the sixth place. */
function HuddleGraphs({
  view,
  children,
}: {
  view: ProfileView;
  children: ReactNode;
}) {
  const { graphs } = view;
  return (
    <div className="huddle-graphs">
      {graphs.state === "data" ? (
        RATE_MEASURES.map(({ graph, title }) => {
          const mode = modeOf(view.monthly, graph);
          const said = graphs.data.verdicts[graph];
          const { latest, unusual } = said[mode] ?? said.mom;
          return (
            <HuddleSection
              key={graph}
              id={`huddle-${graph}`}
              className="huddle-graph"
              heading={
                <>
                  {title}{" "}
                  <span className="font-normal text-muted">
                    {modeLabel(mode)}
                  </span>
                </>
              }
            >
              {/* Short: beside residents a graph has no room for more. */}
              {view.residents ? (
                <p>{unusual === null ? latest : `${latest} ${unusual}`}</p>
              ) : null}
              <GraphFigure view={view} tag={graph} isBrief={!view.residents} />
            </HuddleSection>
          );
        })
      ) : (
        <HuddleSection id="huddle-graphs" heading="Graphs">
          <Missing panel={graphs} />
        </HuddleSection>
      )}
      {children}
    </div>
  );
}

function HuddleResidents({ residents }: { residents: View }) {
  const { attention, out, reviews, lastReturn } = residents;
  return (
    <div className="huddle-residents">
      <HuddleSection
        id="huddle-attention"
        heading={`Need attention: ${attention.count}`}
      >
        <Attention attention={attention} />
      </HuddleSection>
      <div className="huddle-beside">
        <HuddleSection
          id="huddle-out"
          heading={`Out at hospital: ${out.count}`}
        >
          <Out out={out} />
        </HuddleSection>
        {reviews === null ? null : (
          <HuddleSection id="huddle-reviews" heading="Reviews due">
            <p>{reviews}</p>
          </HuddleSection>
        )}
        {lastReturn === null ? null : (
          <HuddleSection
            id="huddle-return"
            heading="Since the last 30-day return"
          >
            <p>{lastReturn}</p>
          </HuddleSection>
        )}
      </div>
    </div>
  );
}

function Attention({ attention: { units, more } }: Pick<View, "attention">) {
  return (
    <>
      {units.length === 0 ? null : (
        <table aria-labelledby="huddle-attention">
          <thead>
            <tr>
              <th scope="col">Resident</th>
              <th scope="col">Why</th>
              <th scope="col">30-day window</th>
            </tr>
          </thead>
          {units.map((unit) => (
            <tbody key={unit.name}>
              <tr>
                <th colSpan={3} scope="rowgroup">
                  {unit.name}
                </th>
              </tr>
              {unit.rows.map(({ name, why, window }, at) => (
                // Two residents may have one name.
                <tr key={at}>
                  <td>{name}</td>
                  <td>{why}</td>
                  <td>{window}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
      {more === null ? null : <p>{more}</p>}
    </>
  );
}

function Out({ out: { rows, more } }: Pick<View, "out">) {
  return (
    <>
      {rows.length === 0 ? null : (
        <table aria-labelledby="huddle-out">
          <thead>
            <tr>
              <th scope="col">Resident</th>
              <th scope="col">Out since</th>
              <th scope="col">Hospital</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, since, hospital, bed }, at) => (
              <tr key={at}>
                <td>{name}</td>
                <td>{since}</td>
                <td>{[hospital, bed].filter(Boolean).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more === null ? null : <p>{more}</p>}
    </>
  );
}

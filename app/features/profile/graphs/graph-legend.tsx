import {
  eventText,
  NOTES_UNKNOWN,
  phaseText,
} from "~/features/chart-events/rules/words";
import { numberedEvents } from "~/domain/graphs/chart-notes";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import { fullMonthCount } from "~/domain/graphs/whole-months";
import { graphNotes, SILENT_MONTHS } from "~/domain/graphs/graph-words";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { HowToRead } from "~/ui/how-to-read";
import type { ProfileView } from "../profile-view";

const MARKS =
  "The band is what chance allows. A diamond is a month outside it, a ring one of a shift or trend.";

const TARGETS =
  "A target is met or not met where both limits lie on one side of it. Else it is too close to call. Overview and Facilities go by rolling limits.";

export function GraphLegend({ view }: { view: ProfileView }) {
  const { graphs, monthly, isDefaultRange, filters } = view;
  if (graphs.state !== "data") return null;
  const { months, notes, hasUnknownNotes, isSilent, targets } = graphs.data;
  const { length } = months;
  const isMonthly = ({ graph }: { graph: GraphTag }) => monthly.includes(graph);
  const isCut = fullMonthCount(length, filters.endDate, view) < length;
  const method = graphNotes({
    months: length,
    range: { ...filters, endDate: view.lastDay ?? filters.endDate },
    isDefaultRange,
    isRolling: !RATE_MEASURES.every(isMonthly),
    isCut:
      isCut &&
      RATE_MEASURES.some(
        (measure) => measure.chart === "u" && isMonthly(measure),
      ),
  });
  const lines = [
    ...(notes?.phases
      .filter(({ from }) => monthNumberOf(from) > notes.first)
      .map(phaseText) ?? []),
    ...(hasUnknownNotes ? [NOTES_UNKNOWN] : []),
    ...(isSilent ? [SILENT_MONTHS] : []),
  ];
  const events = notes ? numberedEvents(notes) : [];
  return (
    <>
      {events.length + lines.length > 0 ? (
        <ul className="graph-events">
          {events.map((event) => (
            <li key={event.number}>
              <b>{event.number}</b> {eventText(event)}
            </li>
          ))}
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {view.targetsHref ? (
        <p className="graph-links">
          <a href={view.targetsHref}>Targets</a>
        </p>
      ) : null}
      <HowToRead
        paragraphs={[MARKS, ...(targets ? [TARGETS] : []), ...method]}
      />
    </>
  );
}

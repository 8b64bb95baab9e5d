import { messages } from "~/domain/messages";
import { profileMessages } from "~/domain/profile-messages";
import {
  averageSentence,
  cutPointsSentences,
  smallScoreSentence,
} from "../rules/quality/quality-sentences";
import {
  measureExplanation,
  measureRows,
  measureTitle,
  periodSentence,
  QUALITY_TEXTS,
  totalWords,
} from "../rules/quality/quality-words";
import {
  QUALITY_MEASURES,
  type QualityMeasure,
} from "../rules/quality/quality-score";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { Skeleton } from "~/ui/skeleton";
import { HowToRead } from "~/ui/how-to-read";
import { Sheet, SheetClose } from "~/ui/sheet";
import { countedRange } from "../counted-range";
import { isFilter } from "../filters/clear-filters";
import { PANEL_ID } from "../open-panel";
import { PanelContent } from "../panel-states";
import { PointsBar } from "./points-bar";
import { ownHref } from "../profile-links";
import type { ProfileView, QualityView } from "../profile-view";

export function QualityPanel({
  view,
  closeHref,
}: {
  view: ProfileView;
  closeHref: string;
}) {
  const { quality } = view;
  if (quality === null) return null;
  return (
    <Sheet
      id={PANEL_ID}
      kind="modal"
      title={profileMessages.quality.modal}
      closeHref={closeHref}
      returnFocusTo="open-quality-short"
      footer={
        <>
          {quality.state === "data" ? (
            <p className="mr-auto self-center">
              <Total quality={quality.data} />
            </p>
          ) : null}
          <SheetClose variant="primary">
            {profileMessages.quality.ok}
          </SheetClose>
        </>
      }
    >
      {quality.state === "empty" ? (
        <NoScore view={view} />
      ) : (
        <PanelContent
          view={view}
          panel={quality}
          skeleton={<Skeleton lines={6} label="Loading" />}
        >
          {(data) => <Score view={view} quality={data} />}
        </PanelContent>
      )}
    </Sheet>
  );
}

/** Only the facility filter applies to the score, so it is the only one to clear. */
function NoScore({ view }: { view: ProfileView }) {
  const { facilityId, ...filters } = view.filters;
  const isNarrowed =
    facilityId !== undefined &&
    view.level === "physician" &&
    isFilter(view, "facility-id");
  return (
    <EmptyState message={messages.panel.empty}>
      {!isNarrowed ? null : (
        <LinkButton
          variant="quiet"
          preventScrollReset
          to={ownHref({ ...view, filters }, {}, { kind: "quality" })}
        >
          {messages.panel.clearFilters}
        </LinkButton>
      )}
    </EmptyState>
  );
}

function Total({ quality }: { quality: QualityView }) {
  return (
    <>
      {QUALITY_TEXTS.total}{" "}
      <span className="font-semibold">{totalWords(quality).text}</span>
    </>
  );
}

function Score({ view, quality }: { view: ProfileView; quality: QualityView }) {
  const { note } = totalWords(quality);
  const small = smallScoreSentence(quality);
  return (
    <div className="space-y-4">
      <div className="space-y-1">
        <p>
          {periodSentence(quality.period, countedRange(view))}{" "}
          {view.isnpFixed ? QUALITY_TEXTS.periodIsnp : QUALITY_TEXTS.periodAll}
        </p>
        <p className="text-xl">
          <Total quality={quality} />
        </p>
        <p>{QUALITY_TEXTS.intro}</p>
        {small ? (
          <p className="rounded border border-warn bg-warn-wash px-3 py-2 text-sm">
            {small}
          </p>
        ) : null}
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {QUALITY_MEASURES.map((measure) => (
          <Measure key={measure.tag} measure={measure} quality={quality} />
        ))}
      </div>
      <div className="border-t border-control pt-3">
        <p className="font-medium">{averageSentence(quality, view)}</p>
        {note ? <p className="mt-1 text-sm">{note}</p> : null}
      </div>
      <div className="space-y-1 text-sm text-muted">
        <p>
          {QUALITY_TEXTS.raw} {QUALITY_TEXTS.longTerm}
        </p>
        <p>{QUALITY_TEXTS.sameDenominator}</p>
        <HowToRead
          title={QUALITY_TEXTS.howMade}
          paragraphs={cutPointsSentences(quality)}
        />
      </div>
    </div>
  );
}

function Measure({
  measure,
  quality,
}: {
  measure: QualityMeasure;
  quality: QualityView;
}) {
  const { score } = quality[measure.tag];
  return (
    <div className="min-w-0 rounded border border-hairline p-3 print:break-inside-avoid">
      <h3 className="font-semibold">{measureTitle(measure.tag)}</h3>
      <p className="text-sm text-muted">{measureExplanation(measure.tag)}</p>
      <table className="quality-table">
        <caption className="sr-only">
          {measureTitle(measure.tag)}: quality score, qualifying events, and
          what would change the score
        </caption>
        <tbody>
          {measureRows(measure, quality).map(({ key, label, value }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                {key === "points" && score !== null ? (
                  <PointsBar score={score} />
                ) : null}
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

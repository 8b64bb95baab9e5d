import { messages } from "~/domain/messages";
import { profileMessages } from "~/domain/profile-messages";
import {
  measureExplanation,
  measureRows,
  measureTitle,
  periodSentence,
  QUALITY_TEXTS,
  totalWords,
  countedRange,
} from "../rules/quality/quality-words";
import {
  QUALITY_MEASURES,
  type QualityMeasure,
  CUT_POINTS_EFFECTIVE,
  CUT_POINTS_SOURCE,
  AVERAGE_QUALITY_POINTS,
  denominatorOf,
  measureScore,
  QUALITY_MAX,
  qualityTotal,
} from "../rules/quality/quality-score";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { Skeleton } from "~/ui/skeleton";
import { HowToRead } from "~/ui/how-to-read";
import { Sheet, SheetClose } from "~/ui/sheet";
import { isFilter, ownHref } from "../profile-links";
import { PANEL_ID } from "../open-panel";
import { PanelContent } from "../panel-states";
import { PointsBar } from "./quality-points";
import type { ProfileView, QualityView } from "../profile-view";
import type { Quality } from "~/contract/qmcalculator";
import {
  findRateMeasure,
  SMALL_DENOMINATOR,
} from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { formatCount } from "~/domain/number-format";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";

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

export function smallScoreSentence(quality: Quality): string | null {
  const small = QUALITY_MEASURES.filter((one) => {
    const measure = findRateMeasure(one.tag);
    return measure && isSmallDenominator(measure, denominatorOf(one, quality));
  });
  if (small.length === 0) return null;
  const titles = small.map(({ tag }) => measureTitle(tag)).join(", ");
  return `Small numbers: ${titles} count fewer than ${SMALL_DENOMINATOR} admissions from hospital or long-term patient months. Treat with caution: too few cases to tell from chance.`;
}

export type QualitySubject = Pick<
  ProfileView,
  "level" | "id" | "name" | "facilityName"
>;

/** Each stay weighs the same, so this is not the mean of the children's points (R120). */
export function averageSentence(
  quality: Quality,
  subject: QualitySubject,
): string {
  const { known, averageOf600 } = qualityTotal(quality);
  if (averageOf600 === null) {
    return `Average quality points out of ${QUALITY_MAX}: ${messages.unknown}.`;
  }
  const points = `${formatCount(averageOf600)} quality points out of ${QUALITY_MAX}`;
  const missing =
    known === QUALITY_MEASURES.length
      ? ""
      : ` by ${known} of the four measures`;
  const isGroup = ["company", "division", "region"].includes(subject.level);
  const pooled = isGroup ? " Every stay counts the same." : "";
  return `${subjectWords(subject)} ${points}${missing}.${pooled}`;
}

function subjectWords(subject: QualitySubject): string {
  const { level, id, name, facilityName } = subject;
  switch (level) {
    case "company":
      return "All stays together average";
    case "division":
    case "region":
      return `All stays of ${name ?? `this ${level}`} together average`;
    case "facility":
      return `${name ?? "This facility"} averages`;
    case "physician": {
      const place = facilityName ? ` at ${facilityName}` : "";
      return id === NO_PHYSICIAN_ID
        ? `${messages.noPhysician}${place} average`
        : `Patients of ${name ?? "this physician"}${place} average`;
    }
  }
}

/** Another API host may have cut points of its own; then nothing is said about their source. */
function hasKnownCutPoints(quality: Quality): boolean {
  return QUALITY_MEASURES.every((measure) => {
    const { tag } = measure;
    const { events, score } = quality[tag];
    const over = denominatorOf(measure, quality);
    if (score === null) return true;
    return (
      events !== null &&
      over !== null &&
      measureScore(tag, events, over).score === score
    );
  });
}

export function cutPointsSentences(quality: Quality): string[] {
  if (!hasKnownCutPoints(quality)) {
    return ["The points are set by the system that sends these figures."];
  }
  return [
    `The points follow ${CUT_POINTS_SOURCE}, effective ${monthWords(CUT_POINTS_EFFECTIVE)}. CMS uses other cut points for facilities, and adjusts for risk.`,
    `The average chain in that file has ${formatCount(AVERAGE_QUALITY_POINTS)} points out of ${QUALITY_MAX}.`,
  ];
}

const monthAndYear = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

function monthWords(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`));
}

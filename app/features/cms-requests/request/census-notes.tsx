import { censusReportText } from "~/features/cms-requests/rules/census-report-words";
import {
  censusWarnings,
  type CensusDays,
} from "~/features/cms-requests/rules/census-warnings";
import type { QiesReportType } from "~/features/cms-requests/rules/report-types";
import type { TypedValues } from "~/features/cms-requests/rules/typed-values";
import { NoticeBox } from "~/ui/notice";

/** What a report of this type will hold, since the census has no MDS data. */
export function CensusReportNote({ type }: { type: QiesReportType | null }) {
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {type ? censusReportText(type) : null}
    </p>
  );
}

/** Warns where the census does not reach the period that stands in the form. */
export function CensusWarnings({
  census,
  type,
  values,
}: {
  census: CensusDays;
  type: QiesReportType | null;
  values: TypedValues;
}) {
  const warnings = type ? censusWarnings(type, values, census) : [];
  return (
    <div aria-live="polite">
      {warnings.length > 0 ? (
        <NoticeBox
          tone="warning"
          lines={warnings.map((text) => ({ key: text, text }))}
        />
      ) : null}
    </div>
  );
}

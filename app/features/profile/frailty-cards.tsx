import {
  FRAILTY_BANDS,
  FRAILTY_WORDS,
  type FrailtyBand,
} from "~/domain/frailty";
import { Card } from "~/ui/card";
import { Chip, type Tone } from "~/ui/chip";
import { Skeleton } from "~/ui/skeleton";
import { PanelEmpty, PanelError } from "./panel-states";
import type { ProfileView } from "./profile-view";

const TONES: Record<FrailtyBand, Tone> = {
  high: "bad",
  medium: "warn",
  low: "good",
};

/** Patients by frailty band (R106). */
export function FrailtyCards({
  view,
  isLoading,
}: {
  view: ProfileView;
  isLoading: boolean;
}) {
  return (
    <Card
      headingId="frailty"
      heading="Frailty"
      className="print:break-inside-avoid"
    >
      <Content view={view} isLoading={isLoading} />
    </Card>
  );
}

function Content({
  view,
  isLoading,
}: {
  view: ProfileView;
  isLoading: boolean;
}) {
  const { frailty } = view;
  if (isLoading || frailty.state === "late") return <Skeleton lines={2} />;
  if (frailty.state === "error") return <PanelError view={view} isBrief />;
  if (frailty.state === "empty") return <PanelEmpty view={view} isBrief />;
  return (
    <>
      <ul role="list" className="frailty-bands">
        {FRAILTY_BANDS.map((band) => (
          <li key={band}>
            <Chip tone={TONES[band]}>{FRAILTY_WORDS[band]}</Chip>
            <p className="text-lg font-medium">{frailty.data[band]}</p>
          </li>
        ))}
      </ul>
      {frailty.data.unscored === null ? null : (
        <p className="mt-2 text-sm text-muted">
          {frailty.data.unscored} without a score
        </p>
      )}
    </>
  );
}

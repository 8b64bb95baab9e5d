import {
  FRAILTY_BANDS,
  FRAILTY_WORDS,
  type FrailtyBand,
} from "~/domain/frailty";
import { Card } from "~/ui/card";
import { Chip, type Tone } from "~/ui/chip";
import { Skeleton } from "~/ui/skeleton";
import { PanelContent } from "./panel-states";
import type { PanelProps } from "./profile-view";

const TONES: Record<FrailtyBand, Tone> = {
  high: "bad",
  medium: "warn",
  low: "good",
};

export function FrailtyCards({ view, isLoading }: PanelProps) {
  return (
    <Card
      headingId="frailty"
      heading="Frailty"
      className="print:break-inside-avoid"
    >
      <PanelContent
        view={view}
        panel={view.frailty}
        isLoading={isLoading}
        isBrief
        skeleton={<Skeleton lines={2} />}
      >
        {(frailty) => (
          <>
            <ul role="list" className="frailty-bands">
              {FRAILTY_BANDS.map((band) => (
                <li key={band}>
                  <Chip tone={TONES[band]}>{FRAILTY_WORDS[band]}</Chip>
                  <p className="text-lg font-medium">{frailty[band]}</p>
                </li>
              ))}
            </ul>
            {frailty.unscored === null ? null : (
              <p className="mt-2 text-sm text-muted">
                {`${frailty.unscored} without a score`}
              </p>
            )}
          </>
        )}
      </PanelContent>
    </Card>
  );
}

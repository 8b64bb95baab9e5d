import { FRAILTY_BANDS, FRAILTY_WORDS } from "~/domain/frailty";
import { messages } from "~/domain/messages";
import { Figure, FigureList } from "~/ui/figure";
import { HuddleSection } from "./huddle-section";
import type { ProfileView } from "../profile-view";

/** Patients by frailty band, on the huddle sheet. */
export function HuddleFrailty({ view }: { view: ProfileView }) {
  const { frailty } = view;
  return (
    <HuddleSection id="huddle-frailty" heading="Frailty">
      {frailty.state === "data" ? (
        <>
          <FigureList className="grid grid-cols-3 gap-2">
            {FRAILTY_BANDS.map((band) => (
              <Figure key={band} label={FRAILTY_WORDS[band]}>
                {frailty.data[band]}
              </Figure>
            ))}
          </FigureList>
          {frailty.data.unscored === null ? null : (
            <p>{frailty.data.unscored} without a score</p>
          )}
        </>
      ) : (
        <p>
          {frailty.state === "empty"
            ? messages.panel.empty
            : messages.panel.error}
        </p>
      )}
    </HuddleSection>
  );
}

import { PageLink } from "~/ui/page-link";
import {
  betweenSentence,
  COMPARE_TEXTS,
  meanSentence,
  standOutSentence,
  tooFewSentence,
  unknownSentence,
} from "~/domain/figures/compare-words";
import { childLevelOf } from "~/domain/places/hierarchy";
import type { CompareReading } from "./compare-reading";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";

/** What the comparison says, for everybody: who stands out, the mean, and who could not be judged. */
export function CompareSummary({
  view,
  reading: { measure, funnel, ranked },
}: {
  view: ProfileView;
  reading: CompareReading;
}) {
  const count = (verdict: "too-few" | "unknown") =>
    ranked.filter((point) => point.verdict === verdict).length;
  const child = childLevelOf(view.level);
  const between = betweenSentence(measure, child, funnel);
  const tooFew = tooFewSentence(measure, count("too-few"));
  const unknown = unknownSentence(count("unknown"));
  return (
    <div className="max-w-modal space-y-1">
      <p className="font-medium">{standOutSentence(measure, child, ranked)}</p>
      <p>{meanSentence(measure, funnel)}</p>
      {between ? <p>{between}</p> : null}
      {tooFew ? <p>{tooFew}</p> : null}
      {unknown ? (
        <p>
          {unknown}{" "}
          <PageLink
            to={ownHref(view, {}, { kind: "compare", tag: measure.tag })}
            preventScrollReset
            replace
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 print:hidden"
          >
            {COMPARE_TEXTS.tryAgain}
          </PageLink>
        </p>
      ) : null}
    </div>
  );
}

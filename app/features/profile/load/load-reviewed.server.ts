import { apiHost } from "~/data/upstream.server";
import { reviewedText } from "~/domain/reviews/review-words";
import { reviewsPath } from "~/review-paths";
import type { SignedIn } from "~/session/require-user.server";
import { countReviews } from "~server/reviews/service";
import type { FiguresRequest } from "./load-panels.server";

/** As with marks, a page is not held up. */
const PATIENCE_MS = 400;

/** '12 of 18 unplanned transfers since 03/18/2026 are reviewed' and the way to them, on the page of a facility (R350): all of them, as the page behind it. Null where there are none, with an API host, and where they are not counted in time. */
export async function loadReviewed(
  signedIn: SignedIn,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): Promise<{ text: string; href: string } | null> {
  if (apiHost || level !== "facility") return null;
  const place = { level, id };
  const outcome = await signedIn.ask(
    countReviews,
    { place },
    { deadlineMs: PATIENCE_MS },
  );
  if (outcome.kind !== "data") return null;
  const { counts, since } = outcome.answer;
  if (counts.transfers === 0) return null;
  return {
    text: reviewedText({ ...counts, since }),
    href: reviewsPath(place),
  };
}

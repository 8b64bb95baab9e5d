import type { MetaFunction } from "@remix-run/node";
import { reviewWords as words } from "~/features/reviews/rules/words";
import { pageTitle } from "~/features/shell/page-title";
import type { loadReview } from "~/features/reviews/load-review.server";

export { links } from "~/cards-sheets";
export { loadReview as loader } from "~/features/reviews/load-review.server";
export { saveReview as action } from "~/features/reviews/save-review.server";
export { ReviewScreen as default } from "~/features/reviews/screen";

export const meta: MetaFunction<typeof loadReview> = ({ matches, data }) => {
  const step = data?.step ? `${data.step.title} – ` : "";
  return [{ title: pageTitle(matches, step + words.one) }];
};

import { reviewWords } from "~/features/reviews/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export {
  loadReviews as loader,
  markDone as action,
} from "~/features/reviews/list/load-reviews.server";
export { ReviewsScreen as default } from "~/features/reviews/list/screen";

export const meta = titledAsLoaded(reviewWords.title);

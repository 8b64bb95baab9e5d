import { reviewWords } from "~/features/reviews/rules/words";
import { titled } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export {
  loadCauses as loader,
  changeCauses as action,
} from "~/features/reviews/causes/causes.server";
export { CausesScreen as default } from "~/features/reviews/causes/screen";

export const meta = titled(reviewWords.causes.title);

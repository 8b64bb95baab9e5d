import { titledByPlace } from "~/features/shell/page-title";
import { transferWords } from "~/features/transfers/words";

export { links } from "~/cards-sheets";
export { loadTransfers as loader } from "~/features/transfers/load.server";
export { TransfersScreen as default } from "~/features/transfers/screen";

export const meta = titledByPlace(transferWords.title);

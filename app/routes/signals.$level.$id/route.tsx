import { signalWords as words } from "~/features/signals/rules/words";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/cards-sheets";
export { loadSignals as loader } from "~/features/signals/load-signals.server";
export { SignalsScreen as default } from "~/features/signals/screen";

export const meta = titledByPlace(words.title);

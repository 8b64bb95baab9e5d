import { fileLoader } from "~/features/shell/answer-file.server";
import { loadSignalsFile } from "~/features/signals/load-signals.server";

export const loader = fileLoader(loadSignalsFile);

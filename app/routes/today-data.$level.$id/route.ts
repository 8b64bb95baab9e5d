import { fileLoader } from "~/features/shell/answer-file.server";
import { loadTodayFile } from "~/features/today/load-today-file.server";

export const loader = fileLoader(loadTodayFile);

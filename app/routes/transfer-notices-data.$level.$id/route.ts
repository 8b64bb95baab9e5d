import { fileLoader } from "~/features/shell/answer-file.server";
import { loadNoticesFile } from "~/features/transfer-notices/pages.server";

export const loader = fileLoader(loadNoticesFile);

import { loadFacilitiesFile } from "~/features/facilities/load.server";
import { fileLoader } from "~/features/shell/answer-file.server";

export const loader = fileLoader(loadFacilitiesFile);

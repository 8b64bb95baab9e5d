import { facilitiesWords } from "~/features/facilities/words";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadFacilities as loader } from "~/features/facilities/load.server";
export { FacilitiesScreen as default } from "~/features/facilities/screen";

export const meta = titledByPlace(facilitiesWords.title);

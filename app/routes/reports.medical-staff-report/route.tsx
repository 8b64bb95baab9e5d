import { staffWords } from "~/features/medical-staff/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadMedicalStaff as loader } from "~/features/medical-staff/load-medical-staff.server";
export { MedicalStaffScreen as default } from "~/features/medical-staff/screen";

export const meta = titledAsLoaded(staffWords.title);

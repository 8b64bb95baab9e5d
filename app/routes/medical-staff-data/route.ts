import {
  loadMedicalStaffData,
  reportOfDownload,
} from "~/features/medical-staff/load-medical-staff.server";
import { staffWords } from "~/features/medical-staff/rules/words";
import {
  fileLoader,
  methodNotAllowed,
} from "~/features/shell/answer-file.server";

export const loader = fileLoader(
  ({ request }) => loadMedicalStaffData(request),
  (status, { request }) =>
    status === 400
      ? { href: reportOfDownload(request), text: staffWords.backToReport }
      : undefined,
);

export const action = methodNotAllowed;

import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffWords } from "~/features/medical-staff/rules/words";
import {
  answerFile,
  methodNotAllowed,
} from "~/features/shell/answer-file.server";
import {
  loadMedicalStaffData,
  reportOfDownload,
} from "~/features/medical-staff/load-medical-staff.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadMedicalStaffData(request),
    (status) =>
      status === 400
        ? { href: reportOfDownload(request), text: staffWords.backToReport }
        : undefined,
  );
}

export const action = methodNotAllowed;

import type { LoaderFunctionArgs } from "@remix-run/node";
import { auditWords } from "~/features/audit/rules/words";
import { answerFile } from "~/features/shell/answer-file.server";
import {
  loadAuditFile,
  trailOfFile,
} from "~/features/audit/load-audit-trail.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadAuditFile(request),
    (status) =>
      status === 400
        ? { href: trailOfFile(request), text: auditWords.backToTrail }
        : undefined,
  );
}

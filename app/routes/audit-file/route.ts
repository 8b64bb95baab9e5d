import { auditWords } from "~/features/audit/rules/words";
import {
  loadAuditFile,
  trailOfFile,
} from "~/features/audit/load-audit-trail.server";
import { fileLoader } from "~/features/shell/answer-file.server";

export const loader = fileLoader(
  ({ request }) => loadAuditFile(request),
  (status, { request }) =>
    status === 400
      ? { href: trailOfFile(request), text: auditWords.backToTrail }
      : undefined,
);

import type { ReactNode } from "react";
import type { ReportStatus } from "~/features/cms-requests/rules/report-list";
import { STATUS_WORDS } from "~/features/cms-requests/rules/report-list-words";
import { CheckIcon } from "~/ui/icons";
import {
  FailedIcon,
  RepeatingIcon,
  UnderWayIcon,
  UnknownIcon,
  WaitingIcon,
} from "~/ui/state-icons";

const LOOK: Record<ReportStatus, { icon: ReactNode; colour: string }> = {
  requested: { icon: <WaitingIcon />, colour: "text-muted" },
  pending: { icon: <UnderWayIcon />, colour: "text-muted" },
  automatic: { icon: <RepeatingIcon />, colour: "text-good" },
  completed: { icon: <CheckIcon />, colour: "text-good" },
  error: { icon: <FailedIcon />, colour: "text-bad" },
  Unknown: { icon: <UnknownIcon />, colour: "text-muted" },
};

/** The state of a report: an icon of its own, and the word that says it (R175). */
export function StatusMark({ status }: { status: ReportStatus }) {
  const { icon, colour } = LOOK[status];
  return (
    <span className={`flex items-center gap-1 ${colour}`}>
      {icon}
      {STATUS_WORDS[status]}
    </span>
  );
}

import { useLocation } from "@remix-run/react";
import { PageLink } from "~/ui/page-link";
import { paths } from "~/paths";
import { Chip } from "~/ui/chip";
import type { ShellData } from "./shell-data";

/** The header's way to the reports, with how many notes a physician has not read. */
export function ReportsLink({ unread }: NonNullable<ShellData["reports"]>) {
  const path = useLocation().pathname.replace(/\/?$/, "/");
  const isHere = path === `${paths.reports}/`;
  // The page of the notes counts them itself, and goes on counting as they are read.
  const isTold = path !== paths.afterHoursReport;
  const shown = isTold ? unread : null;
  return (
    <PageLink
      to={paths.reports}
      aria-label={
        shown
          ? `Reports, ${shown} unread ${shown === 1 ? "note" : "notes"}`
          : undefined
      }
      aria-current={isHere ? "page" : undefined}
      className="reports-link"
    >
      <span>Reports</span> {shown ? <Chip tone="warn">{shown}</Chip> : null}
    </PageLink>
  );
}

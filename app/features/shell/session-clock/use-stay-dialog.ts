import { useEffect, useState } from "react";
import type { StayDialog } from "./stay-dialog";
import type { Warning } from "./session-clock";

/** Long after a page's first load, and long before a session that nobody uses ends. */
const AHEAD_MS = 60_000;

/**
 * The dialog that asks whether the user wants to stay; null until its script has come. It is fetched ahead, and not with the
 * page: what makes a dialog is larger than all other scripts that follow. Where that fails, it is asked for again with each
 * second of the warning.
 */
export function useStayDialog(
  warning: Warning | null,
): typeof StayDialog | null {
  const [dialog, setDialog] = useState<{ Stay: typeof StayDialog } | null>(
    null,
  );
  const isWanted = dialog === null;
  useEffect(() => {
    if (!isWanted) return;
    const fetchDialog = () =>
      import("./stay-dialog").then(
        ({ StayDialog }) => setDialog({ Stay: StayDialog }),
        () => undefined,
      );
    if (warning) {
      void fetchDialog();
      return;
    }
    const timer = setTimeout(fetchDialog, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [warning, isWanted]);
  return dialog?.Stay ?? null;
}

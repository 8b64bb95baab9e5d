import { lazy } from "react";

const AGAIN_MS = 1_000;

/** The script that has the dialog. Rejects where it does not come. */
export const fetchStayDialog = () => import("./stay-dialog");

type Fetched = Awaited<ReturnType<typeof fetchStayDialog>>;

/** As {@link fetchStayDialog}, until it comes: nobody may be logged out unasked. */
async function fetchPatiently(): Promise<Fetched> {
  for (;;) {
    const fetched = await fetchStayDialog().catch(() => null);
    if (fetched) return fetched;
    await new Promise((over) => setTimeout(over, AGAIN_MS));
  }
}

/** What makes a dialog is larger than all other scripts that follow a page, and comes after them. */
export const LateStayDialog = lazy(async () => {
  const { StayDialog } = await fetchPatiently();
  return { default: StayDialog };
});

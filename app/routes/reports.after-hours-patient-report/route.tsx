import { useLoaderData } from "@remix-run/react";
import type { loadAfterHours } from "~/features/after-hours/load-after-hours.server";
import { afterHoursWords } from "~/features/after-hours/rules/words";
import { AfterHoursScreen } from "~/features/after-hours/screen";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadAfterHours as loader } from "~/features/after-hours/load-after-hours.server";
export { markOnReport as action } from "~/features/after-hours/mark-read.server";
export { shouldRevalidate } from "~/features/after-hours/screen";

export const meta = titledAsLoaded(afterHoursWords.title);

export default function AfterHoursRoute() {
  return <AfterHoursScreen view={useLoaderData<typeof loadAfterHours>()} />;
}

import { useActionData, useLoaderData } from "@remix-run/react";
import { titledByPlace } from "~/features/shell/page-title";

import { loadTargets } from "~/features/targets/load.server";
import {
  changeTargets,
  type TargetsAnswer,
} from "~/features/targets/save.server";
import { TargetsScreen } from "~/features/targets/screen";
import { targetWords } from "~/features/targets/page-words";

export { links } from "~/reports-and-users-sheet";
export { loadTargets as loader, changeTargets as action };

export const meta = titledByPlace(targetWords.title);

export default function TargetsRoute() {
  const { view } = useLoaderData<typeof loadTargets>();
  const answer = useActionData<TargetsAnswer>() ?? null;
  return <TargetsScreen view={view} answer={answer} />;
}

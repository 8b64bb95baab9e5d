import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titledByPlace } from "~/features/shell/page-title";
import { useShellData } from "~/features/shell/shell-data";
import type { TargetsAnswer } from "~/features/targets/entries";
import { loadTargets, placeOf } from "~/features/targets/load.server";
import { changeTargets } from "~/features/targets/save.server";
import { TargetsScreen } from "~/features/targets/screen";
import { targetWords } from "~/features/targets/words";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadTargets(request, placeOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  return changeTargets(request, placeOf(params));
}

export const meta: MetaFunction<typeof loader> = titledByPlace(
  targetWords.title,
);

export default function TargetsRoute() {
  const { view } = useLoaderData<typeof loader>();
  const answer = useActionData<TargetsAnswer>() ?? null;
  const csrfToken = useShellData()?.csrfToken ?? null;
  return <TargetsScreen view={view} answer={answer} csrfToken={csrfToken} />;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titledByPlace } from "~/features/shell/page-title";
import { loadTransfers } from "~/features/transfers/load.server";
import { TransfersScreen } from "~/features/transfers/screen";
import { transferWords as words } from "~/features/transfers/words";

export { links } from "~/cards-sheets";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadTransfers(request, params);
}

export const meta: MetaFunction<typeof loader> = titledByPlace(words.title);

export default function TransfersRoute() {
  const { view } = useLoaderData<typeof loader>();
  return <TransfersScreen view={view} />;
}

import { useLoaderData } from "@remix-run/react";
import { titledByPlace } from "~/features/shell/page-title";
import { loadTransfers } from "~/features/transfers/load.server";
import { TransfersScreen } from "~/features/transfers/screen";
import { transferWords as words } from "~/features/transfers/words";

export { links } from "~/cards-sheets";
export { loadTransfers as loader };

export const meta = titledByPlace(words.title);

export default function TransfersRoute() {
  const { view } = useLoaderData<typeof loadTransfers>();
  return <TransfersScreen view={view} />;
}

import { useEffect, useState } from "react";
import type { ProfileView } from "../profile-view";

const fetchWatch = () => import("./newer-data");

type Fetched = Awaited<ReturnType<typeof fetchWatch>>;

/** Watches for newer data once the page has nothing else to do; not where somebody saves data. */
export function LateNewerData({ view }: { view: ProfileView }) {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    if (navigator.connection?.saveData) return;
    const { requestIdleCallback: idle = setTimeout } = window;
    // If it fails to load, the page works without it.
    idle(() => void fetchWatch().then(setFetched, () => undefined));
  }, []);
  const { level, id, filters, dataVersion } = view;
  if (!fetched || !dataVersion) return null;
  const { facilityId } = filters;
  const query = new URLSearchParams({ level, id: String(id) });
  if (facilityId !== undefined) query.set("facility_id", String(facilityId));
  return <fetched.NewerData of={query.toString()} version={dataVersion} />;
}

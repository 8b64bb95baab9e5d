import { DrillDownList } from "./drill-down-list";
import { FilterBar } from "./filter-bar";
import { FrailtyCards } from "./frailty-cards";
import { OverviewCard } from "./overview-card";
import { ProfileHeading } from "./profile-heading";
import type { ProfileView } from "./profile-view";
import { useIsLoadingFigures } from "./use-is-loading-figures";

/** A profile page of any level (dashboard spec §2). */
export function ProfileScreen({ view }: { view: ProfileView }) {
  const isLoading = useIsLoadingFigures();
  // The physicians' eleven columns need the whole width; the frailty cards then stand in a row under them.
  const isWide = view.level === "facility";
  const fullWidth = "min-w-0 lg:col-span-3";
  return (
    <div className="grid gap-4 lg:grid-cols-3" aria-busy={isLoading}>
      <div className="lg:col-span-3">
        <ProfileHeading view={view} />
      </div>
      <div className="lg:col-span-3">
        <FilterBar view={view} />
      </div>
      <div className="lg:col-span-3">
        <OverviewCard view={view} isLoading={isLoading} />
      </div>
      <div className={isWide ? fullWidth : "min-w-0 lg:col-span-2"}>
        <DrillDownList view={view} isLoading={isLoading} />
      </div>
      <div className={isWide ? fullWidth : "min-w-0"}>
        <FrailtyCards view={view} isLoading={isLoading} />
      </div>
    </div>
  );
}

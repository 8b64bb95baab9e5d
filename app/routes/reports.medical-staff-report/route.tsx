import { useLoaderData, useLocation } from "@remix-run/react";
import { staffWords } from "~/features/medical-staff/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";
import { PageHead } from "~/ui/page-head";
import { loadMedicalStaff } from "~/features/medical-staff/load-medical-staff.server";
import { StaffFilters, StaffTable } from "~/features/medical-staff/table";
import { useNavigationNow } from "~/ui/navigation";

export { links } from "~/reports-and-users-sheet";
export { loadMedicalStaff as loader };

export const meta = titledAsLoaded(staffWords.title);

export default function MedicalStaffRoute() {
  const { view, crumbs } = useLoaderData<typeof loadMedicalStaff>();
  const isLoading = useIsLoadingFigures();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4" aria-busy={isLoading}>
      <PageHead
        crumbs={crumbs}
        title={staffWords.title}
        name={view.placeName}
        aside={
          view.accurate ? (
            <p className="min-w-0 text-balance text-sm text-muted">
              {view.accurate}
            </p>
          ) : null
        }
      />
      <div>
        <StaffFilters view={view} />
      </div>
      <StaffTable view={view} isLoading={isLoading} />
    </div>
  );
}

/** A new order changes no figure, so the table stays as it is until that comes. */
function useIsLoadingFigures(): boolean {
  const here = useLocation();
  const { location: next } = useNavigationNow();
  if (!next || next.pathname !== here.pathname) return false;
  return next.search === here.search || figuresOf(next) !== figuresOf(here);
}

function figuresOf({ search }: { search: string }): string {
  const query = new URLSearchParams(search);
  query.delete("sort");
  query.delete("dir");
  return query.toString();
}

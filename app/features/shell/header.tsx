import { useRevalidator } from "@remix-run/react";
import { PageLink } from "~/ui/page-link";
import { useState } from "react";
import { BrandMark } from "~/ui/brand-mark";
import { paths } from "~/paths";
import { AccountMenu } from "./account-menu";
import { ReportsLink } from "./reports-link";
import { SearchBox } from "./search/search-box";
import type { ShellData } from "./shell-data";
import { useNavigationNow } from "~/ui/navigation";

/** Top of every page of a signed-in user: the way home, the search, the reports, and the account. */
export function Header({
  siteName,
  user,
  reports,
  accountLinks,
  csrfToken,
}: {
  siteName: string;
  user: NonNullable<ShellData["user"]>;
  reports: ShellData["reports"];
  accountLinks: ShellData["accountLinks"];
  csrfToken: string | null;
}) {
  const [isListLoading, setListLoading] = useState(false);
  return (
    <header className="relative border-b border-hairline bg-paper print:hidden">
      <div className="mx-auto flex min-h-12 max-w-page flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1 sm:flex-nowrap sm:gap-x-4 sm:py-0">
        <PageLink
          to={paths.home}
          className="mr-auto flex min-h-10 items-center gap-2 rounded text-lg font-semibold sm:mr-0"
          aria-label={`${siteName} home`}
        >
          <BrandMark className="h-6 w-6" />
          <span className="sr-only sm:not-sr-only">{siteName}</span>
        </PageLink>{" "}
        {/* Another session, of another user maybe, begins with nothing of this one. */}
        <SearchBox
          key={csrfToken}
          siteName={siteName}
          onLoading={setListLoading}
        />
        {reports ? <ReportsLink {...reports} /> : null}
        <AccountMenu user={user} links={accountLinks} csrfToken={csrfToken} />
      </div>
      <FetchProgress isListLoading={isListLoading} />
    </header>
  );
}

/** A bar under the header while scripts fetch the next page, a part of this one, or the list of the search. */
function FetchProgress({ isListLoading }: { isListLoading: boolean }) {
  const isNavigating = useNavigationNow().state !== "idle";
  const isRevalidating = useRevalidator().state !== "idle";
  const isBusy = isNavigating || isRevalidating || isListLoading;
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      hidden={!isBusy}
      className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden"
    >
      <div className="h-full w-full origin-left bg-accent motion-safe:animate-progress" />
    </div>
  );
}

import { useLocation, useRevalidator } from "@remix-run/react";
import { PageLink } from "~/ui/page-link";
import { useState } from "react";
import { BrandMark } from "~/ui/brand-mark";
import { paths } from "~/paths";
import { SearchIcon } from "~/ui/icons";
import { Menu } from "~/ui/menu";
import { AccountMenu } from "./account-menu";
import { Links } from "./navigation/page-nav";
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
  places,
  placeName,
  dataQuality,
  csrfToken,
}: {
  siteName: string;
  user: NonNullable<ShellData["user"]>;
  reports: ShellData["reports"];
  accountLinks: ShellData["accountLinks"];
  places: ShellData["places"];
  /** The place of the page; null where it is about none. */
  placeName: string | null;
  dataQuality: ShellData["dataQuality"];
  csrfToken: string | null;
}) {
  const [isListLoading, setListLoading] = useState(false);
  const { pathname } = useLocation();
  return (
    <header className="relative border-b border-hairline bg-paper print:hidden">
      <div className="header-line">
        <PageLink
          to={paths.home}
          className="flex min-h-10 items-center gap-2 rounded text-lg font-semibold"
          aria-label={`${siteName} home`}
        >
          <BrandMark className="h-6 w-6" />
          <span className="sr-only lg:not-sr-only">{siteName}</span>
        </PageLink>{" "}
        {places.length > 0 ? (
          <Menu
            summary={
              <span className="truncate">{placeName ?? "Locations"}</span>
            }
            className="menu places"
          >
            <Links links={places} />
          </Menu>
        ) : null}
        {/* Another session, of another user maybe, begins with nothing of this one. */}
        <SearchBox
          key={csrfToken}
          siteName={siteName}
          onLoading={setListLoading}
        />
        {pathname === paths.search ? null : (
          <PageLink to={paths.search} className="search-link">
            <SearchIcon />
            <span className="sr-only">Search</span>
          </PageLink>
        )}
        {reports ? <ReportsLink {...reports} /> : null}
        {dataQuality ? (
          <PageLink
            to={dataQuality.href}
            aria-current={pathname === dataQuality.href ? "page" : undefined}
            className="reports-link wide"
          >
            <span>{dataQuality.text}</span>
          </PageLink>
        ) : null}
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
  return isBusy ? (
    <div
      role="progressbar"
      aria-label="Loading"
      className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden"
    >
      <div className="h-full w-full origin-left bg-accent motion-safe:animate-progress" />
    </div>
  ) : null;
}

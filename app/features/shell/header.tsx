import { useLocation, useRevalidator } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { messages } from "~/domain/messages";
import { paths } from "~/paths";
import { useHydrated } from "~/rendering/hydration";
import { BrandMark } from "~/ui/brand-mark";
import { Button } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { CsrfField, PageForm } from "~/ui/page-form";
import { SearchIcon } from "~/ui/icons";
import { Menu } from "~/ui/menu";
import { useNavigationNow } from "~/ui/navigation";
import { PageLink } from "~/ui/page-link";
import { Links } from "./navigation/page-nav";
import type { SearchPopupProps } from "./search/search-popup";
import type { ShellData } from "./shell-data";

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
        <AccountMenu user={user} links={accountLinks} />
      </div>
      <FetchProgress isListLoading={isListLoading} />
    </header>
  );
}

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
      <div className="h-full origin-left bg-accent motion-safe:animate-progress" />
    </div>
  ) : null;
}

/** 'Log out' stands beside the menu at every width, so that it is one press on a shared machine (R144). */
function AccountMenu({
  user,
  links,
}: {
  user: { name: string; initials: string };
  links: ShellData["accountLinks"];
}) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Menu
        label={`Account of ${user.name}`}
        title={user.name}
        summary={
          <>
            <span className="avatar">{user.initials}</span>{" "}
            <span className="hidden max-w-40 truncate xl:block">
              {user.name}
            </span>
          </>
        }
      >
        <p>{`Logged in as ${user.name}`}</p>
        <Links links={links} />
        <div className="hidden px-4 py-2 md:block">
          <LogOutForm />
        </div>
      </Menu>
      <LogOutForm />
    </div>
  );
}

/** A document of its own, so that nothing of the session stays in the page's memory. */
function LogOutForm() {
  return (
    <form method="post" action={paths.logout}>
      <CsrfField />
      <Button>{messages.shell.logOut}</Button>
    </form>
  );
}

function ReportsLink({ unread }: NonNullable<ShellData["reports"]>) {
  const path = useLocation().pathname.replace(/\/?$/, "/");
  const isHere = path === `${paths.reports}/`;
  // The page of the notes counts them itself, and goes on counting as they are read.
  const isCounted = path !== paths.afterHoursReport;
  const shown = isCounted ? unread : null;
  return (
    <PageLink
      to={paths.reports}
      aria-label={
        shown
          ? `Reports, ${shown} unread ${shown === 1 ? "note" : "notes"}`
          : undefined
      }
      aria-current={isHere ? "page" : undefined}
      className="reports-link"
    >
      <span>Reports</span> {shown ? <Chip tone="warn">{shown}</Chip> : null}
    </PageLink>
  );
}

const FIELD_ID = "search";

/** Works without scripts. Its suggestions load when the field is first used. */
export function SearchBox({
  siteName,
  onLoading,
}: {
  siteName: string;
  onLoading: SearchPopupProps["onLoading"];
}) {
  const field = useRef<HTMLInputElement>(null);
  const [Popup, setPopup] = useState<ComponentType<SearchPopupProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  // Must come before the focus: a field that changes its role under the focus is said without its name.
  const isCombobox = useHydrated() && !hasFailed;
  const { place, text, isSearchPage } = useSearchOfPage();

  function fetchPopup() {
    import("./search/search-popup").then(
      ({ SearchPopup }) => setPopup(() => SearchPopup),
      () => setHasFailed(true),
    );
  }

  const shown = useRef(place);
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    // Somebody may have begun to type before scripts were here, or while the page was on its way: that stays.
    if (shown.current === place) {
      if (input === document.activeElement) fetchPopup();
    } else if (!("inUse" in input.dataset)) {
      input.value = text;
    }
    shown.current = place;
  }, [place, text]);

  return (
    <PageForm
      role="search"
      action={paths.search}
      className={isSearchPage ? "search-box" : "search-box left-out"}
    >
      <label htmlFor={FIELD_ID} className="sr-only">
        Search
      </label>
      <input
        ref={field}
        id={FIELD_ID}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={text}
        placeholder={`Browse ${siteName}`}
        {...(isCombobox && { role: "combobox", "aria-expanded": false })}
        onFocus={fetchPopup}
      />
      <Button>
        <SearchIcon />
        <span className="sr-only">Search</span>
      </Button>
      {Popup ? <Popup field={field} onLoading={onLoading} /> : null}
    </PageForm>
  );
}

function useSearchOfPage(): {
  place: string;
  text: string;
  isSearchPage: boolean;
} {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isSearchPage = pathname === paths.search;
  const text = (isSearchPage && query.get("q")) || "";
  return { place: pathname + text, text, isSearchPage };
}

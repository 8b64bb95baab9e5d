import { useLocation } from "@remix-run/react";
import { useHydrated } from "~/rendering/hydration";
import { Menu } from "~/ui/menu";
import { PageLink } from "~/ui/page-link";
import type { Nav, NavLink, Tab } from "~/ui/nav";

/** As many letters have room in the bar of a phone; the other tabs are behind 'More'. */
const LETTERS_OF_A_PHONE = 32;

/** The tabs of the place, over the page; on a phone a bar at the bottom of the screen. */
export function PageNav({
  nav,
  others,
}: {
  nav: Nav;
  /** What stands in the first line where there is room. */
  others: readonly NavLink[];
}) {
  const { tabs, prints, files } = nav;
  const shown = shownOnPhone(tabs);
  const more = [...tabs.slice(shown), ...prints, ...files, ...others];
  return (
    <nav aria-label={nav.name ?? "Pages"} className="page-nav">
      <ul>
        {tabs.map((tab, at) => (
          <li key={tab.href} className={at < shown ? "" : "wide"}>
            <TabLink tab={tab} />
          </li>
        ))}
        {more.length > 0 ? (
          <li className="narrow">
            <Menu summary="More">
              <Links links={more} />
            </Menu>
          </li>
        ) : null}
        {prints.length > 0 ? (
          <li className="wide ml-auto">
            <Menu summary="Print">
              <Links links={prints} />
              <PrintButton />
            </Menu>
          </li>
        ) : null}
        {files.length > 0 ? (
          <li className="wide">
            <Menu summary="Export">
              <Links links={files} />
            </Menu>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** What browsers do by themselves, for whoever looks for it here. */
function PrintButton() {
  return useHydrated() ? (
    <button type="button" onClick={() => window.print()}>
      This page
    </button>
  ) : null;
}

function shownOnPhone(tabs: readonly Tab[]): number {
  let letters = 0;
  const at = tabs.findIndex(({ text }) => {
    letters += text.length;
    return letters > LETTERS_OF_A_PHONE;
  });
  return at === -1 ? tabs.length : at;
}

function TabLink({ tab: { text, href, count } }: { tab: Tab }) {
  const path = useLocation().pathname.replace(/(.)\/$/, "$1");
  return (
    <PageLink
      to={href}
      // Hidden words within it would be read as a second link.
      aria-label={count && `${text} ${count.shown} ${count.of}`}
      aria-current={href.split("?", 1)[0] === path ? "page" : undefined}
    >
      {text}
      {count ? (
        <>
          {" "}
          <span className="count">{count.shown}</span>
        </>
      ) : null}
    </PageLink>
  );
}

/** Documents of their own, so that the menu is closed there. */
export function Links({ links }: { links: readonly NavLink[] }) {
  return (
    <ul>
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

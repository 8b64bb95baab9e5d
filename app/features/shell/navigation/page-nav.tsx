import { useLocation } from "@remix-run/react";
import { Menu } from "~/ui/menu";
import { PageLink } from "~/ui/page-link";
import type { Nav, NavItem, NavLink, Tab } from "~/ui/nav";

export function PageNav({
  nav,
  others,
}: {
  nav: Nav;
  others: readonly NavLink[];
}) {
  const { tabs, prints, files } = nav;
  const { onPhone } = nav;
  const more = [...tabs.slice(onPhone), ...prints, ...files, ...others];
  const menus = [
    ["More", more, "narrow"],
    ["Print", prints, "wide"],
    ["Export", files, "wide"],
  ] as const;
  return (
    <nav aria-label={nav.name ?? "Pages"} className="page-nav">
      <ul>
        {tabs.map((tab, at) => (
          <li key={tab.href} className={at < onPhone ? undefined : "wide"}>
            <TabLink tab={tab} />
          </li>
        ))}
        {menus.map(([name, links, className]) =>
          links.length > 0 ? (
            <li key={name} className={className}>
              <Menu summary={name}>
                <Links links={links} />
              </Menu>
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  );
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

/** New documents, so that the menu is closed there. */
export function Links({ links }: { links: readonly NavItem[] }) {
  return (
    <ul>
      {links.map(({ href, text }) => (
        <li key={text} className={href ? undefined : "wide"}>
          {href ? <a href={href}>{text}</a> : <p>{text}</p>}
        </li>
      ))}
    </ul>
  );
}

import { PageLink } from "~/ui/page-link";
import { TEXT_LINK } from "~/ui/link-classes";
import { BrandMark } from "~/ui/brand-mark";
import type { OwnLocations } from "./own-locations.server";

/** A place with something to do, and its new signals (R373). */
interface PlaceLine {
  place: string;
  text: string;
  href: string;
}

/** For viewers without a single page of their own (R4). */
export function LogoPage({
  siteName,
  locations,
  news = [],
  changes = null,
}: {
  siteName: string;
  locations: OwnLocations | null;
  news?: PlaceLine[];
  changes?: { text: string; href: string } | null;
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <BrandMark className="h-24 w-24" />
      <h1 className="text-2xl font-semibold">{siteName}</h1>
      {locations ? <LocationList {...locations} news={news} /> : null}
      {changes ? (
        <PageLink to={changes.href} className={TEXT_LINK}>
          {changes.text}
        </PageLink>
      ) : null}
    </div>
  );
}

function LocationList({
  heading,
  links,
  news,
}: OwnLocations & { news: PlaceLine[] }) {
  return (
    <nav
      aria-labelledby="own-locations"
      className="mt-6 w-full max-w-form text-left"
    >
      <h2 id="own-locations" className="mb-2 font-semibold">
        {heading}
      </h2>
      <ul className="rounded border border-hairline bg-paper">
        {links.map(({ text, href }) => (
          <li
            key={href}
            className="border-b border-hairline last:border-b-0 hover:bg-accent-wash"
          >
            <PageLink
              to={href}
              className="flex min-h-10 items-center rounded px-4 py-1 text-accent underline decoration-control underline-offset-2 hover:decoration-current"
            >
              {text}
            </PageLink>
            {news
              .filter(({ place }) => place === href)
              .map((line) => (
                <PageLink
                  key={line.href}
                  to={line.href}
                  aria-label={`${line.text}, ${text}`}
                  className={`mx-4 mb-2 text-sm ${TEXT_LINK}`}
                >
                  {line.text}
                </PageLink>
              ))}
          </li>
        ))}
      </ul>
    </nav>
  );
}

import type { NavLink } from "~/ui/nav";
import { StaticPart } from "~/rendering/static-part";
import { useFollowLinks } from "~/ui/follow-links";
import { PageHead } from "~/ui/page-head";
import { CensusMarks } from "~/features/data-quality/census-marks";
import { FilterBar } from "./filters/filter-bar";
import type { ProfileView } from "./profile-view";

/** The way to the page, its title and filters, and what matters there this morning. */
export function ProfileHeading({ view }: { view: ProfileView }) {
  const { level, name, title, crumbs, morning } = view;
  // The overview is its own way home; a trail of that one entry would say the title twice.
  const trail = level === "company" ? [] : crumbs;
  return (
    <PageHead
      crumbs={trail}
      title={title}
      name={name}
      aside={<FilterBar view={view} />}
    >
      <CensusMarks marks={view.marks} />
      <StaticPart
        id="morning"
        version={view.rendered.keys.morning}
        fallback={null}
        onClick={useFollowLinks()}
      >
        <MorningLinks label="This morning" links={morning.counts} />
        <MorningLinks label="First" links={morning.first} />
      </StaticPart>
    </PageHead>
  );
}

function MorningLinks({
  label,
  links,
}: {
  label: string;
  links: (NavLink & { why?: string })[];
}) {
  if (links.length === 0) return null;
  return (
    <ul role="list" aria-label={label} className="morning">
      {links.map(({ href, text, why }) => (
        <li key={href}>
          <a href={href}>{text}</a>
          {why === undefined ? null : (
            <span className="text-muted">{` ${why}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

import { PageLink } from "~/ui/page-link";
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
      {morning.length > 0 ? (
        <ul role="list" aria-label="This morning" className="morning">
          {morning.map(({ href, text }) => (
            <li key={href}>
              <PageLink to={href}>{text}</PageLink>
            </li>
          ))}
        </ul>
      ) : null}
    </PageHead>
  );
}

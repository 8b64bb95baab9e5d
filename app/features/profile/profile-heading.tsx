import { accurateAsOf } from "~/domain/freshness";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { profileTitle } from "./profile-title";
import type { ProfileView } from "./profile-view";

/** The way to the page, its title, and how new its data are. */
export function ProfileHeading({ view }: { view: ProfileView }) {
  const { level, name, crumbs, lastUpdated } = view;
  const accurate = accurateAsOf(lastUpdated);
  // The overview is its own way home; a trail of that one entry would say the title twice.
  const trail = level === "company" ? [] : crumbs;
  return (
    <div className="items-baseline gap-x-6 md:flex">
      <div className="flex flex-1 flex-wrap items-baseline gap-x-6 gap-y-1">
        <Breadcrumbs crumbs={trail} />
        <h1 className="order-first text-2xl font-semibold">
          {profileTitle(level)}
          {name ? (
            <span className="font-normal text-muted"> {name}</span>
          ) : null}
        </h1>
      </div>
      {accurate ? <p className="text-sm text-muted">{accurate}</p> : null}
    </div>
  );
}

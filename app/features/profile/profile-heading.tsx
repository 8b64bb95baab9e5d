import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import { messages } from "~/domain/messages";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { CensusMarks } from "./census-marks";
import { ownHref } from "./profile-links";
import type { ProfileView } from "./profile-view";

/** The title of the page with how new its data are, and under them the way to it. */
export function ProfileHeading({ view }: { view: ProfileView }) {
  const { level, name, title, crumbs, freshness } = view;
  // The overview is its own way home; a trail of that one entry would say the title twice.
  const trail = level === "company" ? [] : crumbs;
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl font-semibold">
          {title}
          {name ? (
            <span className="font-normal text-muted"> {name}</span>
          ) : null}
        </h1>
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 text-sm">
          {/* Where it has to break, it breaks in the middle: before the time, never inside it. */}
          {freshness ? (
            <p className="min-w-0 text-balance text-muted">
              {freshness.accurate}
            </p>
          ) : null}
          {view.otherPages.map(({ href, text }) => (
            <PageLink key={href} to={href} className="action-link">
              {text}
            </PageLink>
          ))}
          <PageLink
            to={ownHref(view, { view: "huddle" })}
            // It has a sheet of its own, and would stand without it for a moment.
            reloadDocument
            className="action-link"
          >
            {messages.huddle.link}
          </PageLink>
        </div>
      </div>
      <Breadcrumbs crumbs={trail} />
      <CensusMarks marks={view.marks} />
      {[view.news, view.reviewed].map((line) =>
        line === null ? null : (
          <p key={line.href} className="text-sm print:hidden">
            <PageLink to={line.href} className={TEXT_LINK}>
              {line.text}
            </PageLink>
          </p>
        ),
      )}
    </div>
  );
}

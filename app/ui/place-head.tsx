import { Breadcrumbs, type Crumb } from "./breadcrumbs";

/** Title of a page about a place or physician, under the way down to it, with what the page is. */
export function PlaceHead({
  crumbs,
  title,
  name,
  about,
}: {
  crumbs: readonly Crumb[];
  title: string;
  /** Null for the company. */
  name: string | null;
  about: string;
}) {
  return (
    <div>
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="text-2xl font-semibold">
        {title}
        {name ? <span className="font-normal text-muted"> {name}</span> : null}
      </h1>
      <p className="mt-1 max-w-prose text-sm text-muted">{about}</p>
    </div>
  );
}

import { Breadcrumbs, type Crumb } from "./breadcrumbs";

/** Title of a page, and under it the way down to it. */
export function PageHead({
  title,
  crumbs,
}: {
  title: string;
  crumbs: readonly Crumb[];
}) {
  return (
    <div className="mb-4 space-y-1">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <Breadcrumbs crumbs={crumbs} />
    </div>
  );
}

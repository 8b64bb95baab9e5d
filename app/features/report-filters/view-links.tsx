import { PageLink } from "~/ui/page-link";

export function ViewLinks({
  label,
  views,
}: {
  label: string;
  views: readonly { href: string; text: string; isShown: boolean }[];
}) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {views.map(({ href, text, isShown }) => (
          <li key={href}>
            <PageLink
              to={href}
              aria-current={isShown ? "page" : undefined}
              className={`inline-flex min-h-6 items-center underline-offset-2 touch:min-h-10 ${isShown ? "font-semibold text-ink" : "text-accent underline"}`}
            >
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

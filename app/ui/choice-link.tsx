import { PageLink, type PageLinkProps } from "~/ui/page-link";

/** Scripts do not load the chosen link again. */
export function ChoiceLink({
  isChosen,
  ...props
}: PageLinkProps & { isChosen: boolean }) {
  return (
    <PageLink
      {...props}
      preventScrollReset
      aria-current={isChosen || undefined}
      onClick={isChosen ? (event) => event.preventDefault() : undefined}
    />
  );
}

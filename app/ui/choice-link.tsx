import { PageLink, type PageLinkProps } from "~/ui/page-link";

/** One of the links that choose what a page shows. With scripts the one that is chosen asks for nothing again. */
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

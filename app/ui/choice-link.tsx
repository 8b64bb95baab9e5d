import { PageLink, type PageLinkProps } from "~/ui/page-link";

/** With scripts the chosen link asks for nothing again. */
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

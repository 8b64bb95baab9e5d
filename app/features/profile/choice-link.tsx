import { Link, type LinkProps } from "@remix-run/react";

/** One of the links that choose what a page shows. With scripts the one that is chosen asks for nothing again. */
export function ChoiceLink({
  isChosen,
  ...props
}: LinkProps & { isChosen: boolean }) {
  return (
    <Link
      {...props}
      preventScrollReset
      aria-current={isChosen || undefined}
      onClick={isChosen ? (event) => event.preventDefault() : undefined}
    />
  );
}

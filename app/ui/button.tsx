import { PageLink, type PageLinkProps } from "./page-link";
import type { ButtonHTMLAttributes } from "react";

type Variant = "primary" | "secondary" | "quiet";

const SHAPE =
  "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded border font-medium print:hidden";

// The border is there in every variant: forced colours draw it, and nothing else of a button.
const LOOK: Record<Variant, string> = {
  primary:
    "min-h-9 touch:min-h-10 border-unseen bg-accent px-4 py-1 text-on-accent hover:bg-accent-strong",
  secondary:
    "min-h-9 touch:min-h-10 border-control bg-paper px-4 py-1 text-ink hover:border-accent hover:text-accent",
  quiet:
    "min-h-6 touch:min-h-10 border-unseen px-2 text-accent underline-offset-2 hover:underline",
};

export function buttonClass(variant: Variant, extra?: string): string {
  return extra
    ? `${SHAPE} ${LOOK[variant]} ${extra}`
    : `${SHAPE} ${LOOK[variant]}`;
}

interface Look {
  variant?: Variant;
  /** For its position only, never its look. */
  className?: string;
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look;

export function Button({
  variant = "secondary",
  className,
  type = "submit",
  ...rest
}: ButtonProps) {
  return (
    <button {...rest} type={type} className={buttonClass(variant, className)} />
  );
}

export type LinkButtonProps = PageLinkProps & Look;

export function LinkButton({
  variant = "secondary",
  className,
  ...rest
}: LinkButtonProps) {
  return <PageLink {...rest} className={buttonClass(variant, className)} />;
}

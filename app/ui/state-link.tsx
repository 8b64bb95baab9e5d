import { PageLink } from "./page-link";
import type { ReactNode } from "react";

export function StateLink({
  to,
  children,
}: {
  to: string;
  children: ReactNode;
}) {
  return (
    <PageLink
      to={to}
      preventScrollReset
      className="flex min-h-6 items-center text-accent underline underline-offset-2 touch:min-h-10 print:hidden"
    >
      {children}
    </PageLink>
  );
}

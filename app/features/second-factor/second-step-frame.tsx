import type { ReactNode } from "react";
import { signInWords as words } from "~/domain/second-factor/sign-in-words";
import { paths } from "~/paths";
import { BrandMark } from "~/ui/brand-mark";
import { PageLink } from "~/ui/page-link";

/** A page between the password and the session, as the login page looks. */
export function SecondStepFrame({
  siteName,
  title,
  sentence,
  children,
}: {
  siteName: string;
  title: string;
  sentence: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-1 flex-col items-center py-6">
      <div className="w-full max-w-form">
        <p className="mb-6 flex items-center gap-2 text-lg font-semibold">
          <BrandMark />
          {siteName}
        </p>
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="mb-6 text-muted">{sentence}</p>
        {children}
        <p className="mt-6">
          <PageLink to={paths.login} className="action-link">
            {words.startAgain}
          </PageLink>
        </p>
      </div>
    </div>
  );
}

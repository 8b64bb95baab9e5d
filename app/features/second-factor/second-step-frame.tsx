import type { ReactNode } from "react";
import { signInWords as words } from "./rules/sign-in-words";
import { paths } from "~/paths";
import { BrandMark } from "~/ui/brand-mark";
import { PageLink } from "~/ui/page-link";

export function SecondStepFrame({
  siteName,
  username,
  title,
  sentence,
  children,
}: {
  siteName: string;
  /** As typed on the page before. */
  username: string;
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
        <p className="text-muted">{sentence}</p>
        <p className="mb-6 text-muted">
          {words.signingInAs}{" "}
          <span className="font-medium text-ink">{username}</span>
        </p>
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

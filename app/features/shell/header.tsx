import { Link, useNavigation } from "@remix-run/react";
import { BrandMark } from "~/ui/brand-mark";
import { paths } from "~/paths";
import { AccountMenu } from "./account-menu";
import type { ShellData } from "./shell-data";

/** Top of every page of a signed-in user: the way home, and the account. */
export function Header({
  siteName,
  user,
  csrfToken,
}: {
  siteName: string;
  user: NonNullable<ShellData["user"]>;
  csrfToken: string | null;
}) {
  return (
    <header className="relative border-b border-hairline bg-paper print:hidden">
      <div className="mx-auto flex h-12 max-w-page items-center justify-between gap-4 px-4">
        <Link
          to={paths.home}
          className="flex min-h-10 items-center gap-2 rounded text-lg font-semibold"
        >
          <BrandMark className="h-6 w-6" />
          <span className="sr-only sm:not-sr-only">{siteName}</span>
          <span className="sr-only"> home</span>
        </Link>
        <AccountMenu user={user} csrfToken={csrfToken} />
      </div>
      <FetchProgress />
    </header>
  );
}

/** A bar under the header while scripts fetch the next page. */
function FetchProgress() {
  const isBusy = useNavigation().state !== "idle";
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      hidden={!isBusy}
      className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden"
    >
      <div className="h-full w-full origin-left bg-accent motion-safe:animate-progress" />
    </div>
  );
}

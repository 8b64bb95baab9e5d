import { loggedInAs, messages } from "~/domain/messages";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { Menu } from "~/ui/menu";
import { Links } from "./navigation/page-nav";
import type { ShellData } from "./shell-data";

/**
 * Who is signed in, the ways to what is theirs, and the way out. 'Log out' stands beside the menu at every width, so that on a
 * machine that others use too it is one press; on larger screens the menu has it as well (R144).
 */
export function AccountMenu({
  user,
  links,
  csrfToken,
}: {
  user: { name: string; initials: string };
  /** Where the menu leads. */
  links: ShellData["accountLinks"];
  csrfToken: string | null;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Menu
        label={`Account of ${user.name}`}
        title={user.name}
        summary={
          <>
            <span className="avatar">{user.initials}</span>{" "}
            <span className="hidden max-w-40 truncate xl:block">
              {user.name}
            </span>
          </>
        }
      >
        <p>{loggedInAs(user.name)}</p>
        <Links links={links} />
        <div className="hidden px-4 py-2 md:block">
          <LogOutForm csrfToken={csrfToken} />
        </div>
      </Menu>
      <LogOutForm csrfToken={csrfToken} />
    </div>
  );
}

/** A document of its own, so that nothing of the session stays in the page's memory. */
function LogOutForm({ csrfToken }: { csrfToken: string | null }) {
  return (
    <form method="post" action={paths.logout}>
      <CsrfField token={csrfToken} />
      <Button>{messages.shell.logOut}</Button>
    </form>
  );
}

import { useRef, type FocusEvent, type KeyboardEvent } from "react";
import { loggedInAs, messages } from "~/domain/messages";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { CaretIcon } from "~/ui/icons";
import type { ShellData } from "./shell-data";

interface Account {
  user: { name: string; initials: string };
  /** Where the menu leads. */
  links: ShellData["accountLinks"];
  csrfToken: string | null;
}

const AVATAR =
  "flex h-9 w-9 items-center justify-center rounded-full bg-accent-wash font-semibold text-accent touch:h-10 touch:w-10";

/**
 * Who is signed in, the ways to what is theirs, and the way out: a menu under the name, a `details` that opens without
 * scripts. 'Log out' stands beside it at every width, so that on a machine that others use too it is one press; on larger
 * screens the menu has it as well (R144).
 */
export function AccountMenu({ user, links, csrfToken }: Account) {
  return (
    <div className="relative flex items-center gap-2">
      <Menu user={user} links={links} csrfToken={csrfToken} />
      <LogOutForm csrfToken={csrfToken} />
    </div>
  );
}

function Menu({ user, links, csrfToken }: Account) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    details.current.open = false;
    summary.current?.focus();
  }

  function closeWhenLeft(event: FocusEvent) {
    if (!details.current || event.currentTarget.contains(event.relatedTarget)) {
      return;
    }
    details.current.open = false;
  }

  return (
    // The handlers only close what the summary, a control of its own, has opened.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={details} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <summary
        ref={summary}
        aria-label={`Account of ${user.name}`}
        title={user.name}
        className="flex cursor-pointer list-none items-center gap-1 rounded text-sm hover:text-accent"
      >
        <span className={AVATAR}>{user.initials}</span>{" "}
        <span className="hidden max-w-40 truncate md:block">{user.name}</span>
        <CaretIcon />
      </summary>
      <div className="absolute right-0 top-full z-20 mt-2 w-64 max-w-[80vw] space-y-3 rounded border border-hairline bg-paper p-4 shadow-float">
        <p className="text-sm">{loggedInAs(user.name)}</p>
        {/* Documents of their own, so that the menu is closed there. */}
        {links.map(({ href, text }) => (
          <p key={href}>
            <a href={href} className="action-link">
              {text}
            </a>
          </p>
        ))}
        <div className="hidden md:block">
          <LogOutForm csrfToken={csrfToken} />
        </div>
      </div>
    </details>
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

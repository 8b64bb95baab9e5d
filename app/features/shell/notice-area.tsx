import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Notice } from "~/ui/notice";
import { useHydrated } from "~/ui/use-hydrated";
import type { ShellNotice } from "./shell-data";

/** At most so many at once; more wait until one goes (shell spec §9). */
const MAX_NOTICES = 3;
const HIDE_AFTER_MS = 10_000;

/**
 * The page's notices: at the top of main where scripts do not run, floating at the bottom left where they may.
 * Errors and warnings stay until dismissed or until the next page, the rest leaves by itself. Both live regions are
 * there from the start, so that what comes later is said.
 */
export function NoticeArea({
  lists,
  floats,
}: {
  lists: readonly (readonly ShellNotice[])[];
  floats: boolean;
}) {
  const hydrated = useHydrated();
  const current = useListsOfThisPage(lists);
  const [dismissed, setDismissed] = useState<ReadonlySet<ShellNotice>>(
    new Set(),
  );
  const shown = withoutDuplicates(current)
    .filter((notice) => !dismissed.has(notice))
    .slice(0, MAX_NOTICES);

  const show = (notices: readonly ShellNotice[]) =>
    notices.map((notice) => (
      <TimedNotice
        key={keyOf(notice)}
        notice={notice}
        onDismiss={
          hydrated
            ? () => {
                setDismissed((before) => new Set(before).add(notice));
              }
            : undefined
        }
      />
    ));

  return (
    <div className={floats ? FLOATING : "print:hidden"}>
      <div role="alert">
        {show(shown.filter((notice) => notice.tone === "error"))}
      </div>
      <div role="status">
        {show(shown.filter((notice) => notice.tone !== "error"))}
      </div>
    </div>
  );
}

const FLOATING =
  "print:hidden scripting:fixed scripting:bottom-4 scripting:left-4 scripting:z-20 scripting:w-notice";

function TimedNotice({
  notice,
  onDismiss,
}: {
  notice: ShellNotice;
  onDismiss: (() => void) | undefined;
}) {
  const [isHeld, setHeld] = useState(false);
  const leaves = notice.tone === "success" || notice.tone === "info";
  const isRunning = leaves && !isHeld && onDismiss !== undefined;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => onDismiss(), HIDE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
    // A new function on each render must not start the time anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isRunning]);

  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  return (
    // Nothing happens by these but waiting; the button inside is the control.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="mb-2 rounded shadow-float"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Notice tone={notice.tone} onDismiss={onDismiss}>
        {notice.text}
      </Notice>
    </div>
  );
}

/** The root's list outlives client-side navigation; it belongs to the page where it came. */
function useListsOfThisPage(
  lists: readonly (readonly ShellNotice[])[],
): ShellNotice[] {
  const { key } = useLocation();
  const [pageOf] = useState(() => new WeakMap<object, string>());
  return lists.flatMap((list) => {
    const page = pageOf.get(list) ?? key;
    pageOf.set(list, page);
    return page === key ? list : [];
  });
}

function keyOf({ tone, text }: ShellNotice): string {
  return `${tone} ${text}`;
}

function withoutDuplicates(notices: readonly ShellNotice[]): ShellNotice[] {
  return [...new Map(notices.map((each) => [keyOf(each), each])).values()];
}

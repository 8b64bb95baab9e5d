import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { NoticeBox } from "~/ui/notice";
import { useHydrated } from "~/ui/use-hydrated";
import type { ShellNotice } from "./shell-data";

/** At most so many at once; more wait until one goes (shell spec §9). */
const MAX_NOTICES = 3;
const HIDE_AFTER_MS = 10_000;

/** Those of one kind share a box, in this order. */
const STATUS_TONES = ["warning", "success", "info"] as const;

/**
 * The page's notices, in flow at the top of main, where they cover nothing. Errors and warnings stay until dismissed
 * or until the next page, the rest leaves by itself. Both live regions are there from the start, so that what comes
 * later is said.
 */
export function NoticeArea({
  lists,
}: {
  lists: readonly (readonly ShellNotice[])[];
}) {
  const hydrated = useHydrated();
  const current = useListsOfThisPage(lists);
  const [dismissed, setDismissed] = useState<ReadonlySet<ShellNotice>>(
    new Set(),
  );
  const shown = withoutDuplicates(current)
    .filter((notice) => !dismissed.has(notice))
    .slice(0, MAX_NOTICES);
  const dismiss = (notice: ShellNotice) => {
    setDismissed((before) => new Set(before).add(notice));
  };
  const boxOf = (tone: ShellNotice["tone"]) => {
    const notices = shown.filter((notice) => notice.tone === tone);
    return notices.length === 0 ? null : (
      <TimedBox
        key={tone}
        tone={tone}
        notices={notices}
        onDismiss={hydrated ? dismiss : undefined}
      />
    );
  };

  return (
    <div className="print:hidden">
      <div role="alert">{boxOf("error")}</div>
      <div role="status">{STATUS_TONES.map(boxOf)}</div>
    </div>
  );
}

function TimedBox({
  tone,
  notices,
  onDismiss,
}: {
  tone: ShellNotice["tone"];
  notices: readonly ShellNotice[];
  onDismiss: ((notice: ShellNotice) => void) | undefined;
}) {
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const leaves = tone === "success" || tone === "info";
  const isRunning = leaves && !hasPointer && !hasFocus;
  return (
    // Nothing happens by these but waiting; the buttons inside are the controls.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="mb-4"
      onMouseEnter={() => setPointer(true)}
      onMouseLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <NoticeBox
        tone={tone}
        lines={notices.map((notice) => ({
          key: notice.text,
          text: notice.text,
          onDismiss:
            onDismiss &&
            (() => {
              // Its button had the focus, and goes without a blur.
              setFocus(false);
              onDismiss(notice);
            }),
        }))}
      />
      {isRunning && onDismiss
        ? notices.map((notice) => (
            <Timer key={notice.text} onEnd={() => onDismiss(notice)} />
          ))
        : null}
    </div>
  );
}

function Timer({ onEnd }: { onEnd: () => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onEnd(), HIDE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
    // A new function on each render must not start the time anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}

/**
 * Lists outlive client-side navigation; each belongs to the page where it came. A page that only opens or closes
 * something is still the same one.
 */
function useListsOfThisPage(
  lists: readonly (readonly ShellNotice[])[],
): ShellNotice[] {
  const { pathname } = useLocation();
  const [page, setPage] = useState({ pathname, number: 0 });
  if (page.pathname !== pathname) {
    setPage({ pathname, number: page.number + 1 });
  }
  const [pageOf] = useState(() => new WeakMap<object, number>());
  if (page.pathname !== pathname) return [];
  return lists.flatMap((list) => {
    const number = pageOf.get(list) ?? page.number;
    pageOf.set(list, number);
    return number === page.number ? list : [];
  });
}

function withoutDuplicates(notices: readonly ShellNotice[]): ShellNotice[] {
  return [
    ...new Map(
      notices.map((each) => [`${each.tone} ${each.text}`, each]),
    ).values(),
  ];
}

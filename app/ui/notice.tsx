import type { MouseEvent, ReactNode } from "react";
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from "./icons";

export type NoticeTone = "success" | "info" | "warning" | "error";

const LOOK: Record<
  NoticeTone,
  { frame: string; icon: ReactNode; word: string }
> = {
  success: {
    frame: "border-good bg-good-wash text-good",
    icon: <CheckIcon />,
    word: "Done",
  },
  info: {
    frame: "border-accent bg-accent-wash text-accent",
    icon: <InfoIcon />,
    word: "Note",
  },
  warning: {
    frame: "border-warn bg-warn-wash text-warn",
    icon: <AlertIcon />,
    word: "Warning",
  },
  error: {
    frame: "border-bad bg-bad-wash text-bad",
    icon: <AlertIcon />,
    word: "Error",
  },
};

export interface NoticeLine {
  text: ReactNode;
  actions?: ReactNode;
  /** Only where scripts run; without it there is no button. */
  onDismiss?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

/** No live region of its own: it stands in one from the start of the page. */
export function NoticeBox({
  tone,
  lines,
}: {
  tone: NoticeTone;
  lines: readonly (NoticeLine & { key: string })[];
}) {
  const { frame, icon, word } = LOOK[tone];
  return (
    <ul className={`space-y-1 rounded border px-3 py-2 text-sm ${frame}`}>
      {lines.map(({ key, text, actions, onDismiss }) => (
        <li key={key} className="flex items-start gap-2">
          {icon}
          <div className="min-w-0 flex-1 text-ink">
            <span className="sr-only">{word}: </span>
            {text}
            {actions}
          </div>
          {onDismiss ? (
            <button
              type="button"
              onClick={onDismiss}
              data-dismiss=""
              className="-my-0.5 -mr-1 flex min-h-6 min-w-6 items-center justify-center rounded hover:bg-paper touch:min-h-10 touch:min-w-10"
            >
              <CloseIcon />
              <span className="sr-only">Dismiss</span>
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

export function Notice({
  tone,
  children,
}: {
  tone: NoticeTone;
  children: ReactNode;
}) {
  return <NoticeBox tone={tone} lines={[{ key: tone, text: children }]} />;
}

import * as Dialog from "@radix-ui/react-dialog";
import { useRef, useState } from "react";
import { remainingWords } from "~/features/sign-in/rules/session-clock";
import { Button } from "~/ui/button";
import { CloseIcon } from "~/ui/icons";
import type { Warning } from "./session-clock";

/** Any way of closing it is an answer: somebody is there (R137). */
export function StayDialog({
  warning: { remainingMs, isAsking, error },
  onStay,
}: {
  warning: Warning;
  onStay: () => void;
}) {
  const content = useRef<HTMLDivElement>(null);
  const [openedFrom] = useState(() => document.activeElement);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onStay()}>
      <Dialog.Portal>
        <Dialog.Overlay className="stay-scrim" />
        <Dialog.Content
          ref={content}
          role="alertdialog"
          className="stay-dialog"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.querySelector("button")?.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Radix would look for a button that opens it.
            event.preventDefault();
            if (openedFrom instanceof HTMLElement) openedFrom.focus();
          }}
        >
          <Dialog.Title className="text-lg font-semibold">
            Do you want to stay logged in?
          </Dialog.Title>
          <Dialog.Description>
            Your session has been inactive for a while. For security, we'll
            automatically log you out in about a minute.
          </Dialog.Description>
          <TimeLeft remainingMs={remainingMs} />
          <div role="alert">
            {error ? <p className="text-bad">{error}</p> : null}
          </div>
          <div className="flex justify-end">
            {/* Never disabled: that would take the focus away. */}
            <Button
              type="button"
              variant="primary"
              aria-busy={isAsking}
              onClick={onStay}
            >
              Stay logged in
            </Button>
          </div>
          <button type="button" className="stay-close" onClick={onStay}>
            <CloseIcon />
            <span className="sr-only">Close</span>
          </button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The seconds are for the eye; the ear gets a sentence now and then. */
function TimeLeft({ remainingMs }: Pick<Warning, "remainingMs">) {
  return (
    <>
      <p aria-hidden="true" className="text-xl font-semibold">
        {Math.ceil(remainingMs / 1000)} s
      </p>
      <p aria-live="polite" className="sr-only">
        {remainingWords(remainingMs)}
      </p>
    </>
  );
}

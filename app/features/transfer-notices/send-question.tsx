import { EntryForm } from "~/ui/entry-form";
import { Sheet, SheetClose } from "~/ui/sheet";
import type { FacilityView } from "./load.server";
import type { SendAnswer } from "./save.server";
import type { noticeWords } from "./words";

export function SendQuestion({
  send,
  words,
  closeHref,
  answer,
}: {
  /** Passed in, so that no other page loads them. */
  words: (typeof noticeWords)["send"];
  send: NonNullable<FacilityView["send"]>;
  closeHref: string;
  answer: SendAnswer | null;
}) {
  const { href, hidden, today } = send;
  return (
    <Sheet
      id="send-question"
      kind="modal"
      title={words.title}
      closeHref={closeHref}
      returnFocusTo="send-list"
      footer={<SheetClose>{words.cancel}</SheetClose>}
    >
      <EntryForm
        action={href}
        aria-label={words.title}
        {...{ hidden, answer }}
        before={
          <>
            <p>{words.ask}</p>
            <p className="text-sm text-muted">
              {words.count}: {send.count}
            </p>
          </>
        }
        fields={[{ name: "on", label: words.day, type: "date", max: today }]}
        entries={answer?.entries ?? { on: today }}
        submit={words.save}
      />
    </Sheet>
  );
}

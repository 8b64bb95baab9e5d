import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { Sheet, SheetClose } from "~/ui/sheet";
import type { FacilityView } from "./load-list.server";
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
  return (
    <Sheet
      id="send-question"
      kind="modal"
      title={words.title}
      closeHref={closeHref}
      returnFocusTo="send-list"
      footer={<SheetClose>{words.cancel}</SheetClose>}
    >
      <PageForm
        method="post"
        action={send.href}
        aria-label={words.title}
        className="max-w-form space-y-3"
      >
        <input type="hidden" name="month" value={send.month} />
        <input type="hidden" name="transfers" value={send.transfers} />
        <p>{words.ask}</p>
        <p className="text-sm text-muted">
          {words.count}: {send.count}
        </p>
        <TextField
          id="on"
          name="on"
          type="date"
          label={words.day}
          error={answer?.error ?? null}
          defaultValue={answer?.on ?? send.today}
          max={send.today}
        />
        <Button variant="primary">{words.save}</Button>
      </PageForm>
    </Sheet>
  );
}

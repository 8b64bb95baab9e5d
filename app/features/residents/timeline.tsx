import { useState } from "react";
import { residentWords as words } from "./words";
import { useShellData } from "~/features/shell/shell-data";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageForm } from "~/ui/page-form";
import { PageLink } from "~/ui/page-link";
import type { ResidentPageView } from "./load.server";
import type {
  DayText,
  ItemText,
  NoteText,
  ReviewLink,
} from "./timeline-texts.server";

const FORM_ID = "notes-form";

type NoteHandler = (note: NoteText) => void;

export function Timeline({
  id,
  view: { groups, href, markHref, unread },
}: {
  id: string;
  view: Pick<ResidentPageView, "groups" | "href" | "markHref" | "unread">;
}) {
  const csrfToken = useShellData()?.csrfToken ?? null;
  // Not asked for twice; the page keeps its 'New' until it is loaded again.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const onOpen: NoteHandler = ({ id: noteId, isUnread }) => {
    if (!isUnread || opened.has(noteId) || csrfToken === null) return;
    // Nothing waits for the answer: if the mark fails, the note is new again on the next page.
    navigator.sendBeacon(
      markHref,
      new URLSearchParams({
        csrf: csrfToken,
        notes: String(noteId),
        quiet: "true",
      }),
    );
    setOpened((before) => new Set(before).add(noteId));
  };
  return (
    <div id={id} tabIndex={-1} className="space-y-4">
      {unread === null ? null : (
        <PageForm
          id={FORM_ID}
          method="post"
          action={href}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
        >
          <input type="hidden" name="notes" value={unread.noteIds.join(",")} />
          <p className="font-semibold">{unread.text}</p>
          <Button>{unread.label}</Button>
        </PageForm>
      )}
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={group.key}>
          <h3 id={group.key} className="font-semibold">
            {group.heading} <Chips words={group.chips} />
          </h3>
          {group.about === null ? null : (
            <p className="text-sm text-muted">{group.about}</p>
          )}
          <ol className="mt-2 border-l-2 border-hairline">
            {group.items.map((item) => (
              <li
                key={item.key}
                className="grid grid-cols-1 gap-x-4 py-2 pl-3 text-sm sm:grid-cols-[auto_1fr] print:[break-inside:avoid]"
              >
                <p className="text-muted">
                  <Day day={item.day} timeClass="sm:block" />
                </p>
                <Item item={item} onOpen={onOpen} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** `timeClass`: how the time of day stands behind the day. */
function Day({
  day: { iso, text, time },
  timeClass = "",
}: {
  day: DayText;
  timeClass?: string;
}) {
  return (
    <time dateTime={iso}>
      {text} {time === null ? null : <span className={timeClass}>{time}</span>}
    </time>
  );
}

function Item({ item, onOpen }: { item: ItemText; onOpen: NoteHandler }) {
  const { notes } = item;
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {item.title} <Chips words={item.chips} />
      </p>
      {item.facts.length === 0 ? null : (
        <dl className="flex flex-wrap gap-x-4">
          {item.facts.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="inline text-muted">{label}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {item.remarks.map((remark) => (
        <p key={remark} className="text-muted">
          {remark}
        </p>
      ))}
      {item.figures.length === 0 ? null : (
        <ul role="list" aria-label={words.figures} className="pl-3">
          {item.figures.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {item.review === null ? null : <ReviewWay link={item.review} />}
      {notes.shown.length === 0 ? null : (
        <Notes notes={notes.shown} onOpen={onOpen} />
      )}
      {notes.folded.length === 0 ? null : (
        <details className="note">
          <summary>{notes.more}</summary>
          <Notes notes={notes.folded} onOpen={onOpen} />
        </details>
      )}
    </div>
  );
}

export function ReviewWay({ link: { href, text } }: { link: ReviewLink }) {
  return (
    <PageLink to={href} className={TEXT_LINK}>
      {text}
    </PageLink>
  );
}

function Notes({
  notes,
  onOpen,
}: {
  notes: readonly NoteText[];
  onOpen: NoteHandler;
}) {
  const isHydrated = useHydrated();
  return (
    <ul className="space-y-2">
      {notes.map((note) => (
        <li key={note.id} id={`note-${note.id}`}>
          <p>
            {note.isUnread ? (
              <strong className="font-semibold text-accent">New</strong>
            ) : null}{" "}
            <Day day={note.day} /> <Chip tone="quiet">{note.type}</Chip>{" "}
            {note.isHighRisk ? <Chip tone="bad">{words.highRisk}</Chip> : null}{" "}
            <span className="text-muted">{note.about}</span>
          </p>
          <details
            className="note"
            onToggle={({ currentTarget }) => {
              if (currentTarget.open) onOpen(note);
            }}
          >
            <summary>
              <span className="note-preview">{note.preview}</span>{" "}
              <span className="note-hide">{words.hideNote}</span>
            </summary>
            <p className="note-text">{note.text}</p>
            {/* Where scripts run, opening has marked it. */}
            {note.isUnread && !isHydrated ? (
              <Button
                variant="quiet"
                form={FORM_ID}
                name="note"
                value={note.id}
                aria-label={`${words.markRead}: ${note.day.text}`}
              >
                {words.markRead}
              </Button>
            ) : null}
          </details>
        </li>
      ))}
    </ul>
  );
}

function Chips({ words: texts }: { words: readonly string[] }) {
  return texts.map((text) => (
    <Chip key={text} tone="quiet">
      {text}
    </Chip>
  ));
}

import { residentWords as words } from "~/domain/residents/resident-words";
import { Chip } from "~/ui/chip";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import type {
  DayText,
  GroupText,
  ItemText,
  NoteText,
  ReviewLink,
} from "./resident-page-view";

/** What happened, stay by stay. */
export function Timeline({
  id,
  groups,
}: {
  id: string;
  groups: readonly GroupText[];
}) {
  return (
    <div id={id} tabIndex={-1} className="space-y-5">
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
                <Item item={item} />
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

function Item({ item }: { item: ItemText }) {
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
      {notes.shown.length === 0 ? null : <Notes notes={notes.shown} />}
      {notes.folded.length === 0 ? null : (
        <details className="note">
          <summary>{notes.more}</summary>
          <Notes notes={notes.folded} />
        </details>
      )}
    </div>
  );
}

/** The way to the review of a transfer. */
export function ReviewWay({ link: { href, text } }: { link: ReviewLink }) {
  return (
    <PageLink to={href} className={TEXT_LINK}>
      {text}
    </PageLink>
  );
}

function Notes({ notes }: { notes: readonly NoteText[] }) {
  return (
    <ul className="space-y-2">
      {notes.map((note) => (
        <li key={note.id}>
          <p>
            <Day day={note.day} /> <Chip tone="quiet">{note.type}</Chip>{" "}
            {note.isHighRisk ? <Chip tone="bad">{words.highRisk}</Chip> : null}{" "}
            <span className="text-muted">{note.about}</span>
          </p>
          <details className="note">
            <summary>
              <span className="note-preview">{note.preview}</span>{" "}
              <span className="note-hide">{words.hideNote}</span>
            </summary>
            <p className="note-text">{note.text}</p>
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

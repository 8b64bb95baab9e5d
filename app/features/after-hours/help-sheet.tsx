import {
  AFTER_HOURS_HELP,
  afterHoursHelp,
  COLUMN_MEANINGS,
  NOTE_MEANINGS,
} from "./rules/help";
import { afterHoursWords, NOTE_LEGEND } from "./rules/words";
import { Sheet, SheetClose } from "~/ui/sheet";
import { HELP_BUTTON_ID, HELP_ID } from "./view";

export function HelpSheet({ closeHref }: { closeHref: string }) {
  return (
    <Sheet
      id={HELP_ID}
      kind="modal"
      title={afterHoursHelp.title}
      closeHref={closeHref}
      returnFocusTo={HELP_BUTTON_ID}
      footer={<SheetClose variant="primary">{afterHoursHelp.ok}</SheetClose>}
    >
      <div className="max-w-prose space-y-4">
        {AFTER_HOURS_HELP.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Meanings
          heading={afterHoursWords.legend}
          items={NOTE_LEGEND.map(({ kind, label }) => ({
            label,
            meaning: NOTE_MEANINGS[kind],
          }))}
        />
        <Meanings heading={afterHoursHelp.columns} items={COLUMN_MEANINGS} />
      </div>
    </Sheet>
  );
}

function Meanings({
  heading,
  items,
}: {
  heading: string;
  items: readonly { label: string; meaning: string }[];
}) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">{heading}</h3>
      <dl className="space-y-1">
        {items.map(({ label, meaning }) => (
          <div key={label}>
            <dt className="inline font-medium">{label}: </dt>
            <dd className="inline">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

import { LONGEST_NOTE } from "~/features/chart-events/rules/note-words";
import { SettingsScreen } from "~/features/place-settings/settings-screen";
import { useHydrated } from "~/rendering/hydration";
import { Card } from "~/ui/card";
import { EntryForm, type EntryField } from "~/ui/entry-form";
import type { loadTargets } from "./load.server";
import type { TargetsAnswer } from "./save.server";
import { targetWords as words } from "./page-words";

interface Props {
  view: Awaited<ReturnType<typeof loadTargets>>["view"];
  answer: TargetsAnswer | null;
}

export function TargetsScreen({ view, answer }: Props) {
  return (
    <SettingsScreen
      id="targets"
      keys={COLUMNS}
      {...{ view, words }}
      none=""
      afterTable={({ noneSet }) =>
        noneSet ? <p className="mt-2 text-sm">{noneSet}</p> : null
      }
      form={() => <TargetForm {...{ view, answer }} />}
    />
  );
}

const COLUMNS = [
  ...(["measure", "target", "from", "reason"] as const),
  ...(["place", "written", "ended"] as const),
] as const;

function TargetForm({ view, answer }: Props) {
  const texts = words.form;
  const { entries, measures, today } = view;
  // The page without scripts reloads, and should open at the form.
  const anchor = useHydrated() ? "" : "#set-target";
  const fields: EntryField[] = [
    {
      name: "measure",
      label: texts.measure,
      choices: measures,
      choose: texts.choose,
    },
    {
      name: "value",
      label: texts.value,
      hint: texts.valueHint,
      inputMode: "decimal",
      maxLength: 10,
    },
    { name: "from", label: texts.from, type: "date" },
    {
      name: "reason",
      label: texts.reason,
      hint: texts.reasonHint,
      maxLength: LONGEST_NOTE,
    },
  ];
  return (
    <Card
      headingId="set-target"
      heading={texts.heading}
      className="print:hidden"
    >
      <EntryForm
        action={view.href + anchor}
        aria-labelledby="set-target"
        prefix="target-"
        unsent={entries && view.unsent}
        {...{ answer, fields }}
        entries={answer?.entries ?? entries ?? { from: today }}
        submit={texts.set}
      />
    </Card>
  );
}

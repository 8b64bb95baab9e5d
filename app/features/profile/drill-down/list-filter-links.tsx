import { FRAILTY_FILTERS } from "~/domain/frailty";
import { useHydrated } from "~/rendering/hydration";
import { ChoiceLink } from "~/ui/choice-link";
import { LIST_ID, ownHref, type OwnChange } from "../profile-links";
import type { ProfileView } from "../profile-view";

interface Choice {
  label: string;
  isChosen: boolean;
  change: OwnChange;
}

/** The filters of the patient list: one link for each choice, so that they need no script. */
export function ListFilterLinks({ view }: { view: ProfileView }) {
  const { list, isCurrentOnly = false } = view;
  const count = list.state === "data" ? list.data : null;
  return (
    <div className="flex flex-wrap gap-x-4 print:hidden">
      {count?.current === undefined ? null : (
        <Choices
          view={view}
          name="Stays"
          choices={[
            {
              label: `All (${count.total})`,
              isChosen: !isCurrentOnly,
              change: { stays: null },
            },
            {
              label: `Current only (${count.current})`,
              isChosen: isCurrentOnly,
              change: { stays: "current" },
            },
          ]}
        />
      )}
      <Choices
        view={view}
        name="Frailty filter"
        choices={FRAILTY_FILTERS.map(({ value, label }) => ({
          label,
          isChosen: view.frailtyFilter === value,
          change: { frailty: value === "all" ? null : value },
        }))}
      />
    </div>
  );
}

function Choices({
  view,
  name,
  choices,
}: {
  view: ProfileView;
  name: string;
  choices: readonly Choice[];
}) {
  // Without scripts the page loads anew, and should land at the list; with them it stays where it is.
  const landing = useHydrated() ? "" : `#${LIST_ID}`;
  return (
    <nav aria-label={name}>
      <ul className="flex flex-wrap text-sm">
        {choices.map(({ label, isChosen, change }) => (
          <li key={label}>
            <ChoiceLink
              to={`${ownHref(view, change)}${landing}`}
              isChosen={isChosen}
              className={`flex min-h-6 min-w-10 items-center justify-center px-2 touch:min-h-10 ${
                isChosen
                  ? "border-b-2 border-accent font-semibold text-ink"
                  : "border-b border-hairline text-accent hover:underline"
              }`}
            >
              {label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

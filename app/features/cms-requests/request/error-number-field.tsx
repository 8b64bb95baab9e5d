import { isErrorNumber } from "~/features/cms-requests/rules/error-numbers";
import { errorNumberWords } from "~/features/cms-requests/rules/request-words";
import { Button } from "~/ui/button";
import { updateButton } from "~/ui/update-only";
import { ChoiceGroup } from "~/ui/choice-group";
import { TextField } from "~/ui/field";
import { useHydrated } from "~/rendering/hydration";
import { ErrorNumberPicker } from "./error-number-picker";
import { FORM_FIELDS, fieldId, type FormView } from "./request-form";

const ID = fieldId("errorNumbers");

export interface ErrorNumberFieldProps {
  view: FormView;
  label: string;
  error: string | null;
  updateHref: string;
}

/** The error numbers of a request: boxes to tick and a search for more; with scripts a list to choose from. */
export function ErrorNumberField(props: ErrorNumberFieldProps) {
  const { view, label, error } = props;
  const chosen = (view.values.errorNumbers ?? []).filter(isErrorNumber);
  return useHydrated() ? (
    <ErrorNumberPicker
      label={label}
      error={error}
      chosenAtFirst={chosen}
      typedAtFirst={view.moreErrorNumbers}
    />
  ) : (
    <ErrorNumberBoxes {...props} chosen={chosen} />
  );
}

function ErrorNumberBoxes({
  view,
  label,
  error,
  updateHref,
  chosen,
}: ErrorNumberFieldProps & { chosen: readonly string[] }) {
  const { found } = view;
  const isTextWrong = view.moreErrorNumbers !== "";
  const others = (found?.shown ?? []).filter((one) => !chosen.includes(one));
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <NumberChoices
        id="chosen-error-numbers"
        legend={errorNumberWords.chosen}
        numbers={chosen}
        areChosen
      />
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            id={isTextWrong ? FORM_FIELDS.errorNumberSearch : ID}
            name={FORM_FIELDS.errorNumberSearch}
            label={errorNumberWords.search}
            error={isTextWrong ? null : error}
            maxLength={20}
            defaultValue={view.errorNumberSearch}
            autoComplete="off"
          />
        </div>
        <Button {...updateButton(updateHref, errorNumberWords.find)} />
      </div>
      {found ? (
        <p aria-live="polite" className="text-sm text-muted">
          {errorNumberWords.count({
            shown: found.shown.length,
            total: found.total,
          })}
        </p>
      ) : null}
      <NumberChoices
        id="listed-error-numbers"
        legend={errorNumberWords.found}
        numbers={others}
      />
      <TextField
        id={isTextWrong ? ID : FORM_FIELDS.moreErrorNumbers}
        name={FORM_FIELDS.moreErrorNumbers}
        label={errorNumberWords.more}
        hint={errorNumberWords.moreHint}
        error={isTextWrong ? error : null}
        maxLength={100}
        defaultValue={view.moreErrorNumbers}
        autoComplete="off"
      />
    </fieldset>
  );
}

/** Numbers to tick; nothing where there are none. */
function NumberChoices({
  id,
  legend,
  numbers,
  areChosen = false,
}: {
  id: string;
  legend: string;
  numbers: readonly string[];
  areChosen?: boolean;
}) {
  return numbers.length === 0 ? null : (
    <ChoiceGroup
      id={id}
      name="errorNumbers"
      type="checkbox"
      legend={legend}
      choices={numbers.map((number) => ({ value: number, label: number }))}
      chosen={areChosen ? numbers : []}
      columns
    />
  );
}

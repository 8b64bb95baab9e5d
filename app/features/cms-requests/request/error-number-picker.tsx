import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import {
  isErrorNumber,
  matchingErrorNumbers,
  splitErrorNumbers,
  MDS_ERROR_NUMBERS,
} from "../rules/error-numbers";
import { errorNumberWords } from "../rules/request-words";
import { Button } from "~/ui/button";
import { ComboboxPopup } from "~/ui/combobox-popup";
import { Field } from "~/ui/field";
import { CloseIcon } from "~/ui/icons";
import { useCombobox } from "~/ui/use-combobox";
import { FORM_FIELDS, fieldId } from "./request-form";

/** Text left in the field counts too. */
export function ErrorNumberPicker({
  label,
  error,
  chosenAtFirst,
  typedAtFirst,
}: {
  label: string;
  error: string | null;
  chosenAtFirst: readonly string[];
  typedAtFirst: string;
}) {
  const picker = useChosenNumbers(chosenAtFirst);
  const { field, combobox, chosen } = picker;
  const { shown, total } = matchingErrorNumbers(
    MDS_ERROR_NUMBERS.filter((number) => !chosen.includes(number)),
    combobox.text,
  );
  const words = errorNumberWords.count({ shown: shown.length, total });
  return (
    <div className="space-y-2">
      <Field
        id={fieldId("errorNumbers")}
        label={label}
        hint={errorNumberWords.pickHint}
        error={error}
      >
        {(control) => (
          <div className="relative flex gap-2">
            <input
              {...control}
              ref={field}
              name={FORM_FIELDS.moreErrorNumbers}
              type="text"
              maxLength={100}
              defaultValue={typedAtFirst}
              autoComplete="off"
              aria-required
              onKeyDown={picker.onKeyDown}
            />
            <Button type="button" onClick={picker.chooseTyped}>
              {errorNumberWords.add}
            </Button>
            <ComboboxPopup
              combobox={combobox}
              id="error-number-list"
              label={errorNumberWords.listed}
              groups={[{ options: shown.map((id) => ({ id, label: id })) }]}
              below={words}
              said={words}
              onChoose={(number) => picker.choose([number])}
            />
          </div>
        )}
      </Field>
      <p aria-live="polite" className="sr-only">
        {picker.news}
      </p>
      <ChosenNumbers
        chosen={chosen}
        onRemove={picker.remove}
        focusField={() => field.current?.focus()}
      />
    </div>
  );
}

function useChosenNumbers(chosenAtFirst: readonly string[]) {
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox(field);
  const [chosen, setChosen] = useState(chosenAtFirst);
  const [news, setNews] = useState("");

  function choose(numbers: readonly string[], rest = "") {
    setChosen([...new Set([...chosen, ...numbers])]);
    setNews(numbers.map(errorNumberWords.added).join(", "));
    if (field.current) field.current.value = rest;
    combobox.hide();
  }

  function chooseTyped() {
    const typed = splitErrorNumbers(field.current?.value ?? "");
    const numbers = typed.filter(isErrorNumber);
    if (numbers.length === 0) return;
    choose(numbers, typed.filter((text) => !isErrorNumber(text)).join(" "));
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter has chosen already in the popup; in the empty field it submits the form.
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (field.current?.value.trim()) event.preventDefault();
    chooseTyped();
  }

  function remove(number: string) {
    setChosen(chosen.filter((other) => other !== number));
    setNews(errorNumberWords.removed(number));
  }

  return {
    field,
    combobox,
    chosen,
    news,
    choose,
    chooseTyped,
    remove,
    onKeyDown,
  };
}

function ChosenNumbers({
  chosen,
  onRemove,
  focusField,
}: {
  chosen: readonly string[];
  onRemove: (number: string) => void;
  focusField: () => void;
}) {
  function remove(number: string, { currentTarget }: MouseEvent) {
    onRemove(number);
    const item = currentTarget.closest("li");
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    const button = neighbour?.querySelector("button");
    if (button) button.focus();
    else focusField();
  }

  return chosen.length === 0 ? null : (
    <ul aria-label={errorNumberWords.chosen} className="flex flex-wrap gap-2">
      {chosen.map((number) => (
        <li
          key={number}
          className="flex items-center gap-1 rounded-full border border-hairline bg-wash pl-3"
        >
          {number}
          <input type="hidden" name="errorNumbers" value={number} />
          <button
            type="button"
            onClick={(event) => remove(number, event)}
            className="flex min-h-6 min-w-6 items-center justify-center rounded-full hover:bg-paper touch:min-h-10 touch:min-w-10"
          >
            <CloseIcon />
            <span className="sr-only">{errorNumberWords.remove(number)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

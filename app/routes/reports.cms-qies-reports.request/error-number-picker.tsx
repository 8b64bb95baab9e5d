import {
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { isErrorNumber, splitErrorNumbers } from "~/domain/qies/error-numbers";
import { errorNumberWords } from "~/domain/qies/request-words";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { CloseIcon } from "~/ui/icons";
import type { ErrorNumberPopupProps } from "./error-number-popup";
import { FORM_FIELDS, fieldId } from "./request-form";

/**
 * Chooses error numbers from a list that narrows as one types. The list comes when the field is first used; without it
 * numbers are typed. What stands in the field when the form is sent counts too.
 */
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
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(chosenAtFirst);
  const [news, setNews] = useState("");
  const [Popup, setPopup] = useState<ComponentType<ErrorNumberPopupProps>>();

  function fetchPopup() {
    import("./error-number-popup").then(
      ({ ErrorNumberPopup }) => setPopup(() => ErrorNumberPopup),
      () => undefined,
    );
  }

  function choose(numbers: readonly string[], rest = "") {
    setChosen([...new Set([...chosen, ...numbers])]);
    setNews(numbers.map(errorNumberWords.added).join(", "));
    if (field.current) field.current.value = rest;
  }

  function remove(number: string, { currentTarget }: MouseEvent) {
    setChosen(chosen.filter((other) => other !== number));
    setNews(errorNumberWords.removed(number));
    const item = currentTarget.closest("li");
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    (neighbour?.querySelector("button") ?? field.current)?.focus();
  }

  function chooseTyped(): boolean {
    const typed = splitErrorNumbers(field.current?.value ?? "");
    const numbers = typed.filter(isErrorNumber);
    if (numbers.length === 0) return false;
    choose(numbers, typed.filter((text) => !isErrorNumber(text)).join(" "));
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter in the list has chosen already; in the empty field it sends the form.
    if (event.key !== "Enter" || event.defaultPrevented) return;
    if (field.current?.value.trim()) event.preventDefault();
    chooseTyped();
  }

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
              onFocus={fetchPopup}
              onKeyDown={onKeyDown}
            />
            <Button type="button" onClick={chooseTyped}>
              {errorNumberWords.add}
            </Button>
            {Popup ? (
              <Popup
                field={field}
                chosen={chosen}
                onChoose={(number) => choose([number])}
              />
            ) : null}
          </div>
        )}
      </Field>
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      {chosen.length > 0 ? (
        <ul
          aria-label={errorNumberWords.chosen}
          className="flex flex-wrap gap-2"
        >
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
                <span className="sr-only">
                  {errorNumberWords.remove(number)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

import {
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from "react";
import { matchingErrorNumbers } from "~/domain/qies/error-numbers";
import { MDS_ERROR_NUMBERS } from "~/domain/qies/mds-error-numbers.data";
import { errorNumberWords } from "~/domain/qies/request-words";
import { useCombobox } from "~/features/shell/search/use-combobox";

/** Without another digit for so long, the number of options is said aloud. */
const SAY_AFTER_MS = 500;

export interface ErrorNumberPopupProps {
  /** The field, which this makes a combobox. */
  field: RefObject<HTMLInputElement>;
  /** Numbers that are not offered any more. */
  chosen: readonly string[];
  onChoose: (number: string) => void;
}

/** The listed error numbers that hold what was typed so far. */
export function ErrorNumberPopup({
  field,
  chosen,
  onChoose,
}: ErrorNumberPopupProps) {
  const list = useRef<HTMLDivElement>(null);
  const { isOpen, text, active, hide } = useCombobox(field, list);
  const chosenBefore = useRef(chosen);
  useEffect(() => {
    if (chosenBefore.current === chosen) return;
    chosenBefore.current = chosen;
    // Typed ones are chosen without the list, which would tell of digits that are not in the field any more.
    hide();
  });
  const { shown, total } = matchingErrorNumbers(
    MDS_ERROR_NUMBERS.filter((number) => !chosen.includes(number)),
    text,
  );
  const words =
    total === 0
      ? errorNumberWords.none
      : errorNumberWords.count({ shown: shown.length, total });

  function onClick({ target }: MouseEvent) {
    const option =
      target instanceof Element ? target.closest("[role=option]") : null;
    if (option) onChoose(option.textContent ?? "");
  }

  return (
    <>
      <Spoken words={isOpen ? words : ""} />
      <div hidden={!isOpen} className="search-popup">
        {/* The field has the focus and the keys. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
        <div
          ref={list}
          id="error-number-list"
          role="listbox"
          aria-label={errorNumberWords.found}
          hidden={total === 0}
          onClick={onClick}
        >
          {shown.map((number) => {
            const id = `error-number${number}`;
            return (
              <div key={id} id={id} role="option" aria-selected={id === active}>
                {number}
              </div>
            );
          })}
        </div>
        <p>{words}</p>
      </div>
    </>
  );
}

function Spoken({ words }: { words: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

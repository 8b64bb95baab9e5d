import { useRef, useState, type KeyboardEvent, useEffect } from "react";
import {
  LONGEST_PHYSICIAN_SEARCH,
  physicianCountText,
  type PhysicianChoice,
  physicianSearchText,
} from "../rules/form-physicians";
import { userFormWords } from "../rules/form-words";
import { Button } from "~/ui/button";
import { ComboboxPopup } from "~/ui/combobox-popup";
import { Field } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { useHydrated } from "~/rendering/hydration";
import { updateButton } from "~/ui/update-only";
import { useCombobox } from "~/ui/use-combobox";
import {
  FORM_FIELDS,
  fieldId,
  type UserFormView,
  type PhysicianSearch,
} from "./user-form";
import { systemMessages } from "~/domain/system-messages";

const ID = fieldId("physician");

interface PhysicianFieldProps {
  view: UserFormView;
  error: string | null;
  updateHref: string;
  physiciansHref: (text: string) => string;
  choosePhysician: (physician: PhysicianChoice) => void;
}

/** A search by name or NPI. With scripts the results are a popup, without them radios. */
export function PhysicianField(props: PhysicianFieldProps) {
  const { view, error, choosePhysician } = props;
  const { chosenPhysician: chosen, found } = view;
  const isHydrated = useHydrated();
  const [news, setNews] = useState("");
  const others =
    found?.state === "found" && !isHydrated
      ? found.physicians.filter(({ npi }) => npi !== chosen?.npi)
      : [];
  const listed = chosen ? [chosen, ...others] : others;
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="sr-only">{userFormWords.physician}</legend>
      <SearchField
        {...props}
        isAlone={listed.length === 0}
        choosePhysician={(physician) => {
          choosePhysician(physician);
          setNews(userFormWords.chosen(physician.label));
        }}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {found?.state === "found" && !isHydrated
          ? physicianCountText(found.physicians.length, found.text)
          : news}
      </p>
      {found?.state === "error" && !isHydrated ? (
        <div role="alert">
          <FieldError id={fieldId("physicianSearch")} error={found.message} />
        </div>
      ) : null}
      {listed.length > 0 ? (
        <Radios listed={listed} chosen={chosen} error={error} />
      ) : null}
      <FieldError id={ID} error={error} />
    </fieldset>
  );
}

function SearchField({
  view,
  error,
  updateHref,
  physiciansHref,
  choosePhysician,
  isAlone,
}: PhysicianFieldProps & {
  /** Nobody is listed below, so the error belongs to the search. */
  isAlone: boolean;
}) {
  const isHydrated = useHydrated();
  // Keep the first default: with a new one the entry would look unchanged, and be lost with the session.
  const [textAtFirst] = useState(view.search);
  const { field, combobox, search, choose, searchNow, onKeyDown } =
    useSearchField({ physiciansHref, choosePhysician });
  return (
    <div className="relative flex max-w-prose items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field
          id={isAlone ? ID : fieldId("physicianSearch")}
          label={userFormWords.physicianSearch}
          hint={userFormWords.physicianSearchHint}
        >
          {(control) => (
            <input
              {...control}
              {...(isAlone &&
                error && {
                  "aria-invalid": true,
                  "aria-describedby": `${control["aria-describedby"]} ${ID}-error`,
                })}
              ref={field}
              type="text"
              name={FORM_FIELDS.physicianSearch}
              maxLength={LONGEST_PHYSICIAN_SEARCH}
              defaultValue={textAtFirst}
              autoComplete="off"
              spellCheck={false}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
      </div>
      {isHydrated ? (
        <>
          <Button type="button" onClick={searchNow}>
            {userFormWords.search}
          </Button>
          <ComboboxPopup
            combobox={combobox}
            id="physician-list"
            label={userFormWords.foundPhysicians}
            groups={[
              {
                options: search.physicians.map(({ npi, label }) => {
                  return { id: npi, label };
                }),
              },
            ]}
            below={search.words}
            said={search.words}
            onChoose={choose}
          />
        </>
      ) : (
        <>
          <input
            type="hidden"
            name={FORM_FIELDS.searchedFor}
            value={textAtFirst}
          />
          <Button {...updateButton(updateHref, userFormWords.search)} />
        </>
      )}
    </div>
  );
}

function useSearchField({
  physiciansHref,
  choosePhysician,
}: Pick<PhysicianFieldProps, "physiciansHref" | "choosePhysician">) {
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox(field);
  const search = usePhysicianSearch(combobox.text, physiciansHref);

  function choose(npi: string) {
    const chosen = search.physicians.find((one) => String(one.npi) === npi);
    if (!chosen) return;
    choosePhysician(chosen);
    if (field.current) field.current.value = "";
    combobox.hide();
  }

  function searchNow() {
    field.current?.focus();
    search.hurry(field.current?.value ?? "");
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter would submit the form. In the popup it has chosen already.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (!event.defaultPrevented) searchNow();
    event.preventDefault();
  }

  return { field, combobox, search, choose, searchNow, onKeyDown };
}

function Radios({
  listed,
  chosen,
  error,
}: {
  listed: readonly PhysicianChoice[];
  chosen: PhysicianChoice | null;
  error: string | null;
}) {
  const isHydrated = useHydrated();
  const [chosenAtFirst] = useState(chosen);
  return (
    <div
      role="radiogroup"
      aria-label={userFormWords.physician}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${ID}-error` : undefined}
      className="max-h-64 max-w-prose overflow-y-auto overscroll-contain rounded border border-control px-3 py-1"
    >
      {listed.map(({ npi, label }, index) => (
        <label
          key={npi}
          className="flex min-h-6 items-center gap-2 py-0.5 touch:min-h-10"
        >
          <input
            // As a default it would look unchanged.
            ref={isHydrated ? tick : undefined}
            id={index === 0 ? ID : undefined}
            type="radio"
            name="physician"
            value={npi}
            defaultChecked={npi === chosenAtFirst?.npi}
            className="h-5 w-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">{label}</span>
        </label>
      ))}
    </div>
  );
}

function tick(radio: HTMLInputElement | null) {
  if (radio) radio.checked = true;
}

const SEARCH_AFTER_MS = 500;

const GIVE_UP_AFTER_MS = 10_000;

/**
 * Calls fetch, because a failed fetcher would replace the page by the error page. Drops the answers of older
 * searches.
 */
function usePhysicianSearch(typed: string, hrefOf: (text: string) => string) {
  const [found, setFound] = useState<PhysicianSearch | null>(null);
  const [hurried, setHurried] = useState<{ text: string } | null>(null);
  const text = physicianSearchText(typed);
  const href = hrefOf(text);
  useEffect(() => {
    if (text === "") return;
    const controller = new AbortController();
    const delay = hurried?.text === text ? 0 : SEARCH_AFTER_MS;
    const start = setTimeout(() => {
      void fetchPhysicians(href, text, controller.signal).then((answer) => {
        if (!isLeft) setFound(answer);
      });
    }, delay);
    const giveUp = setTimeout(
      () => controller.abort(),
      delay + GIVE_UP_AFTER_MS,
    );
    let isLeft = false;
    return () => {
      isLeft = true;
      clearTimeout(start);
      clearTimeout(giveUp);
      controller.abort();
    };
  }, [text, href, hurried]);
  return {
    physicians: text !== "" && found?.state === "found" ? found.physicians : [],
    words: wordsOf(text, found),
    hurry(nowTyped: string) {
      setFound(null);
      setHurried({ text: physicianSearchText(nowTyped) });
    },
  };
}

function wordsOf(text: string, found: PhysicianSearch | null): string {
  if (text === "") return "";
  if (found?.text !== text) return userFormWords.searching;
  return found.state === "error"
    ? found.message
    : physicianCountText(found.physicians.length, text);
}

async function fetchPhysicians(
  href: string,
  text: string,
  signal: AbortSignal,
): Promise<PhysicianSearch> {
  try {
    const response = await fetch(href, { signal });
    const answer = (await response.json()) as {
      physicians?: PhysicianSearch | null;
    };
    if (response.ok && answer.physicians) return { ...answer.physicians, text };
  } catch {
    // A missing answer fails like a bad one.
  }
  const { unexpected } = systemMessages.systemError;
  return { state: "error", text, message: unexpected };
}

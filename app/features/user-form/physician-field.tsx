import { useRef, useState, type KeyboardEvent } from "react";
import {
  LONGEST_PHYSICIAN_SEARCH,
  physicianCountText,
  type PhysicianChoice,
} from "~/domain/users/user-form-physicians";
import { userFormWords } from "~/domain/users/user-form-words";
import { Button } from "~/ui/button";
import { updateButton } from "~/ui/update-only";
import { Field } from "~/ui/field";
import { useHydrated } from "~/ui/hydration";
import { FieldError } from "./field-error";
import {
  FORM_FIELDS,
  fieldId,
  type PhysicianSearch,
  type UserFormView,
} from "./user-form";
import { usePhysicianSearch } from "./use-physician-search";

const ID = fieldId("physician");

export interface PhysicianFieldProps {
  view: UserFormView;
  error: string | null;
  /** Where a post leads that wants the form anew, with the physicians of the search. */
  updateHref: string;
  /** Where scripts have the physicians of a search from. */
  physiciansHref: (text: string) => string;
  setFound: (found: PhysicianSearch | null) => void;
}

/** The physician of a user: a search by name or NPI, and its results to choose one of. */
export function PhysicianField({
  view: viewNow,
  error,
  updateHref,
  physiciansHref,
  setFound,
}: PhysicianFieldProps) {
  const isHydrated = useHydrated();
  // React writes a new default into the fields, which would then look unchanged, and be lost with the session.
  const [view] = useState(viewNow);
  const field = useRef<HTMLInputElement>(null);
  const { found } = viewNow;
  const { isSearching, type, search } = usePhysicianSearch(
    physiciansHref,
    found,
    setFound,
  );
  const listed = useListed(viewNow.chosenPhysician, found);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Elsewhere Enter saves the form.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    search(event.currentTarget.value);
  }

  const words = isSearching
    ? userFormWords.searching
    : found?.state === "found"
      ? physicianCountText(found.physicians.length, found.text)
      : "";
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="sr-only">{userFormWords.physician}</legend>
      <div className="flex max-w-prose items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            id={listed.length > 0 ? fieldId("physicianSearch") : ID}
            label={userFormWords.physicianSearch}
            hint={userFormWords.physicianSearchHint}
            error={null}
          >
            {(control) => (
              <input
                {...control}
                {...(listed.length === 0 &&
                  error && {
                    "aria-invalid": true,
                    "aria-describedby": `${control["aria-describedby"]} ${ID}-error`,
                  })}
                ref={field}
                type="text"
                name={FORM_FIELDS.physicianSearch}
                maxLength={LONGEST_PHYSICIAN_SEARCH}
                defaultValue={view.search}
                autoComplete="off"
                spellCheck={false}
                onInput={({ currentTarget }) => type(currentTarget.value)}
                onKeyDown={onKeyDown}
              />
            )}
          </Field>
        </div>
        {isHydrated ? (
          <Button
            type="button"
            onClick={() => search(field.current?.value ?? "")}
          >
            {userFormWords.search}
          </Button>
        ) : (
          <>
            <input
              type="hidden"
              name={FORM_FIELDS.searchedFor}
              value={view.search}
            />
            <Button {...updateButton(updateHref, userFormWords.search)} />
          </>
        )}
      </div>
      <p aria-live="polite" className="text-sm text-muted">
        {words}
      </p>
      {found?.state === "error" ? (
        <div role="alert">
          <FieldError id={fieldId("physicianSearch")} error={found.message} />
        </div>
      ) : null}
      {listed.length > 0 ? (
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
                id={index === 0 ? ID : undefined}
                type="radio"
                name="physician"
                value={npi}
                defaultChecked={npi === view.values.physician}
                className="h-5 w-5 shrink-0 accent-accent"
              />
              <span className="min-w-0">{label}</span>
            </label>
          ))}
        </div>
      ) : null}
      <FieldError id={ID} error={error} />
    </fieldset>
  );
}

/**
 * Who can be chosen: whoever is chosen when a search comes to something, and those whom it has found. Choosing another one
 * does not move anybody.
 */
function useListed(
  chosen: PhysicianChoice | null,
  found: PhysicianSearch | null,
): PhysicianChoice[] {
  const [listed, setListed] = useState(() => ({
    found,
    physicians: listOf(chosen, found),
  }));
  if (listed.found === found) return listed.physicians;
  const physicians = listOf(chosen, found);
  setListed({ found, physicians });
  return physicians;
}

function listOf(
  chosen: PhysicianChoice | null,
  found: PhysicianSearch | null,
): PhysicianChoice[] {
  const physicians = found?.state === "found" ? found.physicians : [];
  return [
    ...(chosen ? [chosen] : []),
    ...physicians.filter(({ npi }) => npi !== chosen?.npi),
  ];
}

import { Form } from "@remix-run/react";
import { useCallback, useRef, useState, type FormEvent } from "react";
import { placesOfLevel } from "~/domain/users/user-form-places";
import { checkUser } from "~/domain/users/user-form-rules";
import {
  USER_FIELDS,
  type UserFieldErrors,
} from "~/domain/users/user-form-values";
import { CsrfField } from "~/ui/csrf-field";
import { ErrorSummary } from "~/ui/error-summary";
import { UnsentLine } from "~/ui/unsent-line";
import { useHydrated } from "~/ui/hydration";
import { AccessFields } from "./access-fields";
import { ACCESS_ID, formHref, physiciansHref } from "./editor-address";
import { PasswordFields } from "./password-fields";
import { PersonFields } from "./person-fields";
import { sendPlacesAsOne } from "./send-places-as-one";
import {
  FORM_FIELDS,
  USER_FORM_ID,
  changedView,
  fieldId,
  readUserForm,
  withPhysician,
  type UserAnswer,
  type UserFormData,
  type UserFormView,
} from "./user-form";

export interface UserFormProps {
  /** Name of the form, which is the title of its dialog or page. */
  title: string;
  data: UserFormData;
  /** What the server said of the last attempt. */
  answer: UserAnswer | null;
  /** Path that the form is at, and where it is sent. */
  path: string;
  /** Id of the route of that path. */
  routeId: string;
  /** Query of the page, with its question mark. */
  search: string;
  /** Where the page lands without scripts. */
  anchor: string;
  csrfToken: string | null;
  saveText: string;
}

type View = (before: UserFormView) => UserFormView;

/** The form of a user, new or not (R213). */
export function UserFormElement({
  title,
  data,
  answer,
  path,
  routeId,
  search,
  anchor,
  csrfToken,
  saveText,
  view,
  setView,
  isSending,
}: UserFormProps & {
  /** What the form holds where its fields are new; they keep what is typed into them themselves. */
  view: UserFormView;
  setView: (change: View) => void;
  /** A save is on its way: a second click sends no other. */
  isSending: boolean;
}) {
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement | null>(null);
  const { options, held, isSelf } = data;
  // What was found here holds until the server has said something newer.
  const [checked, setChecked] = useState<{
    fieldErrors: UserFieldErrors;
    after: UserAnswer | null;
  } | null>(null);

  // Somebody may have typed before scripts were here; an effect would come after the dialog has a form of its own.
  const takeOver = useCallback(
    (form: HTMLFormElement | null) => {
      element.current?.removeEventListener("formdata", sendPlacesAsOne);
      element.current = form;
      if (!form) return;
      form.addEventListener("formdata", sendPlacesAsOne);
      const read = readUserForm(new FormData(form), options);
      setView((before) => changedView(before, read));
    },
    [options, setView],
  );

  function adapt() {
    if (!element.current) return;
    const read = readUserForm(new FormData(element.current), options);
    setView((before) => changedView(before, read));
  }

  function checkBeforeSending(event: FormEvent<HTMLFormElement>) {
    if (isSending) return event.preventDefault();
    const { values } = readUserForm(new FormData(event.currentTarget), options);
    const { errors } = checkUser(values, { held, isSelf, options });
    if (errors) event.preventDefault();
    setChecked({ fieldErrors: errors ?? {}, after: answer });
  }

  // Only the server's answer makes it another one: what the page has loaded since, nobody has seen yet.
  const opened = answer ? answer.repopulateFields.opened : view.opened;
  const isOfServer = checked?.after !== answer;
  const fieldErrors =
    (isOfServer ? answer?.fieldErrors : checked?.fieldErrors) ?? {};
  const ofForm = isOfServer ? (answer?.errors ?? []) : [];
  // What was wrong with a field that is gone is no matter any more.
  const { accessLevel } = view.values;
  const gone = MAY_BE_GONE.filter(
    (field) =>
      field !== accessLevel &&
      !placesOfLevel(accessLevel).some((place) => place === field),
  );
  const problems = USER_FIELDS.flatMap((name) => {
    const text = gone.some((field) => field === name)
      ? null
      : fieldErrors[name];
    return text ? [{ text, fieldId: fieldId(name) }] : [];
  });
  const updateHref = formHref(path, search, {
    isUpdate: true,
    anchor: ACCESS_ID,
  });
  return (
    <Form
      ref={takeOver}
      id={USER_FORM_ID}
      aria-label={title}
      method="post"
      action={formHref(path, search, { anchor: isHydrated ? null : anchor })}
      // Without scripts the browser's own check is all there is before the server's.
      noValidate={isHydrated}
      preventScrollReset
      onSubmit={checkBeforeSending}
      onChange={({ target }) => {
        if (isDecisive(target)) adapt();
      }}
    >
      <CsrfField token={csrfToken} />
      {opened ? (
        <input
          type="hidden"
          name={FORM_FIELDS.opened}
          value={JSON.stringify(opened)}
        />
      ) : null}
      {isHydrated ? null : (
        // Enter in a field means the first button of a form, which would be one that saves nothing.
        <button
          type="submit"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        >
          {saveText}
        </button>
      )}
      <div className="space-y-5">
        <ErrorSummary
          errors={[...ofForm.map((text) => ({ text })), ...problems]}
          attempt={isOfServer ? answer : checked}
        />
        <UnsentLine told={answer ? null : data.told} />
        <PersonFields values={view.values} errors={fieldErrors} />
        <AccessFields
          data={data}
          view={view}
          errors={fieldErrors}
          updateHref={updateHref}
          physiciansHref={(text) => physiciansHref(path, routeId, text)}
          choosePhysician={(physician) =>
            setView((before) => withPhysician(before, physician))
          }
        />
        <PasswordFields
          isNew={held === null}
          areGone={view.arePasswordsGone}
          typed={view.values}
          errors={fieldErrors}
        />
      </div>
    </Form>
  );
}

/** Fields that not every access level has. */
const MAY_BE_GONE = ["division", "region", "facility", "physician"] as const;

/** Fields that others hang on, or that a number of is told. */
const DECISIVE = new Set<string>(["accessLevel", ...MAY_BE_GONE]);

function isDecisive(target: EventTarget): boolean {
  return (
    (target instanceof HTMLSelectElement ||
      target instanceof HTMLInputElement) &&
    DECISIVE.has(target.name)
  );
}

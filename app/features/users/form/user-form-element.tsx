import { PageForm } from "~/ui/page-form";
import { useCallback } from "react";
import type { LocationOptions } from "~/domain/places/location-choice";
import { ASSIGNABLE_LEVELS } from "../rules/assignable-levels";
import { checkUser } from "../rules/form-rules";
import { USER_FIELDS, type UserField } from "../rules/form-values";
import { userFormWords } from "../rules/form-words";
import { CsrfField } from "~/ui/csrf-field";
import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import { EnterButton } from "~/ui/form-buttons";
import { isFieldIn } from "~/ui/update-only";
import { useBrowserCheck } from "~/ui/use-browser-check";
import { UnsentLine } from "~/ui/unsent-line";
import { useHydrated } from "~/rendering/hydration";
import { AccessFields } from "./access-fields";
import { ACCESS_ID, formHref, physiciansHref } from "./editor-address";
import { PasswordFields } from "./password-fields";
import { PersonFields } from "./person-fields";
import { PhysicianField } from "./physician-field";
import { useTakeOver } from "./use-take-over";
import {
  DECISIVE,
  FORM_FIELDS,
  USER_FORM_ID,
  changedView,
  fieldId,
  fieldsAt,
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
export function UserFormElement(
  props: UserFormProps & {
    /** What the form holds where its fields are new; they keep what is typed into them themselves. */
    view: UserFormView;
    setView: (change: View) => void;
    /** A save is on its way: a second click sends no other. */
    isSending: boolean;
  },
) {
  const { data, answer, path, search, view, setView } = props;
  const isHydrated = useHydrated();
  const { takeOver, readAgain } = useFields(data.options, setView);
  const { checked, checkBeforeSending } = useBrowserCheck<
    UserField,
    UserAnswer | null
  >(answer, props.isSending, (form) => {
    const { values } = readUserForm(form, data.options);
    return checkUser(values, data).errors;
  });
  const attempt = checked ?? answer;
  const problems = checked ? [] : (answer?.errors ?? []);
  const fieldErrors = attempt?.fieldErrors ?? {};
  // Only the server's answer makes it another one: what the page has loaded since, nobody has seen yet.
  const opened = answer ? answer.repopulateFields.opened : view.opened;
  const updateHref = formHref(path, search, {
    isUpdate: true,
    anchor: ACCESS_ID,
  });
  return (
    <PageForm
      ref={takeOver}
      id={USER_FORM_ID}
      aria-label={props.title}
      method="post"
      action={formHref(path, search, {
        anchor: isHydrated ? null : props.anchor,
      })}
      // Without scripts the browser's own check is all there is before the server's.
      noValidate={isHydrated}
      preventScrollReset
      onSubmit={checkBeforeSending}
      onChange={({ target, currentTarget }) => {
        if (isFieldIn(DECISIVE, target)) readAgain(currentTarget);
      }}
    >
      <CsrfField token={props.csrfToken} />
      {opened ? (
        <input
          type="hidden"
          name={FORM_FIELDS.opened}
          value={JSON.stringify(opened)}
        />
      ) : null}
      <EnterButton>{props.saveText}</EnterButton>
      <div className="space-y-5">
        <ErrorSummary
          errors={[
            ...problems.map((text) => ({ text })),
            ...fieldLines(
              fieldsAt(view.values.accessLevel, USER_FIELDS),
              fieldErrors,
              fieldId,
            ),
          ]}
          attempt={attempt}
        />
        <UnsentLine told={answer ? null : data.told} />
        {data.isByGroups ? (
          <p className="rounded bg-wash p-3">{userFormWords.byGroups}</p>
        ) : null}
        <PersonFields values={view.values} errors={fieldErrors} />
        <AccessFields
          data={data}
          view={view}
          errors={fieldErrors}
          offered={ASSIGNABLE_LEVELS}
          updateHref={updateHref}
        >
          {view.values.accessLevel === "physician" ? (
            <PhysicianField
              view={view}
              error={fieldErrors.physician ?? null}
              updateHref={updateHref}
              physiciansHref={(text) =>
                physiciansHref(path, props.routeId, text)
              }
              choosePhysician={(physician) =>
                setView((before) => withPhysician(before, physician))
              }
            />
          ) : null}
        </AccessFields>
        {data.isByGroups ? null : (
          <PasswordFields
            isNew={data.held === null}
            isInitial={data.isPasswordInitial}
            areGone={view.arePasswordsGone}
            typed={view.values}
            errors={fieldErrors}
          />
        )}
      </div>
    </PageForm>
  );
}

/** Keeps the view in step with the fields, which hold what is typed into them themselves. */
function useFields(options: LocationOptions, setView: (change: View) => void) {
  const readAgain = useCallback(
    (form: HTMLFormElement) => {
      const read = readUserForm(new FormData(form), options);
      setView((before) => changedView(before, read));
    },
    [options, setView],
  );
  return { takeOver: useTakeOver(readAgain), readAgain };
}

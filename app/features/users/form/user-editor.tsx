import type { UserFormData } from "./load-user-form.server";
import { useState, useCallback } from "react";
import { userFormWords } from "../rules/form-words";
import { Button, LinkButton } from "~/ui/button";
import { Sheet, SheetClose } from "~/ui/sheet";
import {
  EDITOR_ID,
  usersHref,
  ACCESS_ID,
  formHref,
  physiciansHref,
} from "./editor-address";
import {
  FORM_FIELDS,
  USER_FORM_ID,
  changedView,
  fieldId,
  fieldsAt,
  readUserForm,
  type UserAnswer,
  type UserFormView,
  withPhysician,
} from "./user-form";
import { useNavigationNow } from "~/ui/navigation";
import { ASSIGNABLE_LEVELS } from "~/features/users/rules/access-levels";
import { checkUser } from "~/features/users/rules/form-rules";
import {
  type TypedUser,
  USER_FIELDS,
  type UserField,
  type UserFieldErrors,
} from "~/features/users/rules/form-places";
import {
  initialPasswordWords,
  PASSWORD_LENGTH,
} from "~/features/users/rules/password-rules";
import { LONGEST_NAME, NAME_FIELDS } from "~/features/users/rules/name-rules";
import { userWords } from "~/features/users/rules/words";
import { useHydrated } from "~/rendering/hydration";
import { fieldLines } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PasswordField } from "~/ui/password-field";
import { useBrowserCheck } from "~/ui/use-browser-check";
import { AccessFields } from "./access-fields";
import { PhysicianField } from "./physician-field";
import { RightsForm } from "./rights-form";

export type UserEditorProps = Omit<UserFormProps, "saveText" | "anchor">;

export function UserDialog({
  returnFocusTo,
  ...props
}: UserEditorProps & {
  returnFocusTo: string;
}) {
  const editor = useEditor(props);
  return (
    <Sheet
      id={EDITOR_ID}
      kind="modal"
      title={props.title}
      closeHref={usersHref(props.search)}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <SheetClose>{userFormWords.cancel}</SheetClose>
          <SaveButtons {...props} {...editor} />
        </>
      }
    >
      <UserFormElement {...props} {...editor} anchor={EDITOR_ID} />
    </Sheet>
  );
}

export function UserPage(props: UserEditorProps) {
  const editor = useEditor(props);
  return (
    <div
      id={EDITOR_ID}
      className="max-w-modal rounded border border-hairline bg-paper p-4"
    >
      <UserFormElement {...props} {...editor} anchor={EDITOR_ID} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <LinkButton to={usersHref(props.search)}>
          {userFormWords.cancel}
        </LinkButton>
        <SaveButtons {...props} {...editor} />
      </div>
    </div>
  );
}

/** Enter in a field presses the first button. */
function SaveButtons({
  data,
  isSending,
  saveText,
}: Pick<UserEditorProps, "data"> & { isSending: boolean; saveText: string }) {
  return (
    <>
      <Button form={USER_FORM_ID} variant="primary" aria-disabled={isSending}>
        {saveText}
      </Button>
      {data.held ? null : (
        <Button
          form={USER_FORM_ID}
          name={FORM_FIELDS.another}
          value="another"
          aria-disabled={isSending}
        >
          {userFormWords.createAnother}
        </Button>
      )}
    </>
  );
}

/** State lives here, because the sheet remounts the form when scripts turn it into a dialog. */
function useEditor({ data, answer }: UserEditorProps) {
  const [view, setView] = useState(answer?.repopulateFields ?? data.form);
  const isSending = useNavigationNow().state === "submitting";
  const { create, save } = userFormWords;
  return { view, setView, isSending, saveText: data.held ? save : create };
}

export interface UserFormProps {
  title: string;
  data: UserFormData;
  answer: UserAnswer | null;
  path: string;
  routeId: string;
  search: string;
  anchor: string;
  saveText: string;
}

type View = (before: UserFormView) => UserFormView;

export function UserFormElement(
  props: UserFormProps & {
    /** Used when fields mount; mounted fields keep their own text. */
    view: UserFormView;
    setView: (change: View) => void;
    isSending: boolean;
  },
) {
  const { data, answer, path, search, view, setView } = props;
  const isHydrated = useHydrated();
  const { options } = data;
  const readAgain = useCallback(
    (form: HTMLFormElement) => {
      const read = readUserForm(new FormData(form), options);
      setView((before) => changedView(before, read));
    },
    [options, setView],
  );
  const { checked, checkBeforeSending } = useBrowserCheck<
    UserField,
    UserAnswer | null
  >(answer, props.isSending, (form) => {
    const { values } = readUserForm(form, options);
    return checkUser(values, data).errors;
  });
  const problems = checked ? [] : (answer?.errors ?? []);
  const { fieldErrors = {} } = checked ?? answer ?? {};
  // After a refusal, the newer version that the answer showed.
  const opened = answer ? answer.repopulateFields.opened : view.opened;
  const updateHref = formHref(path, search, {
    isUpdate: true,
    anchor: ACCESS_ID,
  });
  return (
    <RightsForm
      id={USER_FORM_ID}
      title={props.title}
      action={formHref(path, search, {
        anchor: isHydrated ? null : props.anchor,
      })}
      opened={opened}
      saveText={props.saveText}
      errors={[
        ...problems.map((text) => ({ text })),
        ...fieldLines(
          fieldsAt(view.values.accessLevel, USER_FIELDS),
          fieldErrors,
          fieldId,
        ),
      ]}
      attempt={checked?.attempt ?? answer}
      unsent={answer ? null : data.unsent}
      onSubmit={checkBeforeSending}
      readAgain={readAgain}
    >
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
            physiciansHref={(text) => physiciansHref(path, props.routeId, text)}
            choosePhysician={(physician) =>
              setView((before) => withPhysician(before, physician))
            }
          />
        ) : null}
      </AccessFields>
      {data.isByGroups ? null : (
        <PasswordFields data={data} view={view} errors={fieldErrors} />
      )}
    </RightsForm>
  );
}

/** Last, because without scripts each answer of the server empties them. */
function PasswordFields({
  data,
  view: { values, arePasswordsGone },
  errors,
}: Pick<UserFormProps, "data"> & {
  view: UserFormView;
  errors: UserFieldErrors;
}) {
  const isNew = data.held === null;
  const { passwordHint } = userWords;
  return (
    <div className="min-w-0 space-y-2">
      {arePasswordsGone ? (
        <p className="text-sm font-medium text-warn">
          {userFormWords.passwordsGone}
        </p>
      ) : null}
      <div className="grid items-start gap-4 *:min-w-0 sm:grid-cols-2">
        <PasswordField
          id={fieldId("password")}
          name="password"
          label={userFormWords.password}
          hint={
            isNew
              ? passwordHint
              : `${passwordHint}. ${userFormWords.keepPassword}`
          }
          error={errors.password ?? null}
          defaultValue={values.password}
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.max}
          aria-required={isNew || undefined}
        />
        <PasswordField
          id={fieldId("confirmPassword")}
          name="confirmPassword"
          label={userFormWords.confirmPassword}
          hint={userFormWords.confirmHint}
          error={errors.confirmPassword ?? null}
          defaultValue={values.confirmPassword}
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.max}
          aria-required={isNew || undefined}
        />
      </div>
      {data.isPasswordInitial ? (
        <p className="text-sm text-muted">{initialPasswordWords.hint}</p>
      ) : null}
    </div>
  );
}

function PersonFields({
  values: valuesNow,
  errors,
}: {
  values: TypedUser;
  errors: UserFieldErrors;
}) {
  // Keep the first default: with a new one the entry would look unchanged, and be lost with the session.
  const [values] = useState(valuesNow);
  return (
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
      {NAME_FIELDS.map((name) => (
        <TextField
          key={name}
          id={fieldId(name)}
          name={name}
          label={userFormWords[name]}
          error={errors[name] ?? null}
          defaultValue={values[name]}
          maxLength={LONGEST_NAME}
          // The browser would offer the names of whoever fills this in.
          autoComplete="off"
          autoCapitalize={name === "username" ? "none" : undefined}
          spellCheck={false}
          aria-required
        />
      ))}
    </div>
  );
}

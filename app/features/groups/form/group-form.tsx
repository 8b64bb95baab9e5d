import type { SerializeFrom } from "@remix-run/node";
import { useCallback, useState } from "react";
import {
  checkGroup,
  GROUP_FIELDS,
  GROUP_LEVELS,
  type GroupField,
  type GroupFieldErrors,
  type TypedGroup,
} from "../rules/form-rules";
import { groupPageWords as words } from "../rules/page-words";
import { AccessFields } from "~/features/users/form/access-fields";
import { ACCESS_ID, formHref } from "~/features/users/form/editor-address";
import { RightsForm } from "~/features/users/form/rights-form";
import { fieldsAt } from "~/features/users/form/user-form";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { useHydrated } from "~/rendering/hydration";
import { Button, LinkButton } from "~/ui/button";
import { fieldLines } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { useNavigationNow } from "~/ui/navigation";
import { useBrowserCheck } from "~/ui/use-browser-check";
import { groups } from "~/user-paths";
import { type GroupAnswer, groupFieldId, readGroupForm } from "./form-values";
import type { loadGroupForm } from "./save-group.server";

const FIELDS = [
  {
    name: "name",
    hint: "Its name or id, exactly as the organisation's login has it",
  },
  {
    name: "label",
    hint: "What you call the group, where its name is hard to read",
  },
] as const;

function NameFields({
  values: valuesNow,
  errors,
}: {
  values: TypedGroup;
  errors: GroupFieldErrors;
}) {
  // React writes a new default into the fields, which would then look unchanged, and be lost with the session.
  const [values] = useState(valuesNow);
  return (
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">
      {FIELDS.map(({ name, hint }) => (
        <TextField
          key={name}
          id={groupFieldId(name)}
          name={name}
          label={words[name]}
          hint={hint}
          error={errors[name] ?? null}
          defaultValue={values[name]}
          autoComplete="off"
          autoCapitalize={name === "name" ? "none" : undefined}
          spellCheck={false}
          aria-required={name === "name" || undefined}
        />
      ))}
    </div>
  );
}

const FORM_ID = "group-form";

export interface GroupFormProps {
  /** Anchor of the form, where the page lands without scripts. */
  id: string;
  title: string;
  data: SerializeFrom<typeof loadGroupForm>;
  answer: GroupAnswer | null;
  path: string;
}

export function GroupForm(props: GroupFormProps) {
  const { id, title, data, answer, path } = props;
  const isHydrated = useHydrated();
  const isSending = useNavigationNow().state === "submitting";
  const { view, readAgain } = useFields(props);
  const { checked, checkBeforeSending } = useBrowserCheck<
    GroupField,
    GroupAnswer | null
  >(answer, isSending, (form) => {
    const { values } = readGroupForm(form, data.options);
    return checkGroup(values, data).errors;
  });
  const problems = checked ? [] : (answer?.errors ?? []);
  const { fieldErrors = {} } = checked ?? answer ?? {};
  // Only the server's answer makes it another one: what the page has loaded since, nobody has seen yet.
  const opened = answer ? answer.form.opened : view.opened;
  const anchor = isHydrated ? null : id;
  const saveText = data.held ? "Save changes" : "Add group";
  return (
    <div
      id={id}
      className="max-w-modal rounded border border-hairline bg-paper p-4"
    >
      <RightsForm
        id={FORM_ID}
        title={title}
        action={formHref(path, "", { anchor })}
        opened={opened}
        saveText={saveText}
        errors={[
          ...problems.map((text) => ({ text })),
          ...fieldLines(
            fieldsAt(view.values.accessLevel, GROUP_FIELDS),
            fieldErrors,
            groupFieldId,
          ),
        ]}
        attempt={checked?.attempt ?? answer}
        unsent={answer ? null : data.unsent}
        onSubmit={checkBeforeSending}
        readAgain={readAgain}
      >
        <NameFields values={view.values} errors={fieldErrors} />
        <AccessFields
          data={{ ...data, isSelf: false }}
          view={view}
          errors={fieldErrors}
          offered={GROUP_LEVELS}
          updateHref={formHref(path, "", { isUpdate: true, anchor: ACCESS_ID })}
        >
          <ManagersLine accessLevel={view.values.accessLevel} />
          {data.held?.accessLevel === "account_manager" ? (
            <p className="text-sm">{words.managersLoseByEdit}</p>
          ) : null}
        </AccessFields>
        <div className="flex flex-wrap justify-end gap-2">
          <LinkButton to={groups}>Cancel</LinkButton>{" "}
          <Button variant="primary" aria-disabled={isSending}>
            {saveText}
          </Button>
        </div>
      </RightsForm>
    </div>
  );
}

function ManagersLine({ accessLevel }: { accessLevel: string }) {
  const isChosen = accessLevel === "account_manager";
  return (
    <p
      aria-live="polite"
      className={
        isChosen
          ? "rounded border border-warn bg-warn-wash px-3 py-2 text-sm"
          : "text-sm text-muted"
      }
    >
      {isChosen ? null : `${ACCESS_LEVEL_NAMES.account_manager}: `}
      {words.managers}
    </p>
  );
}

/** Keeps the view in step with the fields, which hold their own text. */
function useFields({ data, answer }: GroupFormProps) {
  const [view, setView] = useState(answer?.form ?? data.form);
  const { options } = data;
  const readAgain = useCallback(
    (form: HTMLFormElement) => {
      const { values, cleared } = readGroupForm(new FormData(form), options);
      setView((before) => ({ ...before, values, cleared }));
    },
    [options],
  );
  return { view, readAgain };
}

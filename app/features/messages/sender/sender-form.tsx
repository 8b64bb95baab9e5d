import { paths } from "~/paths";
import { feedWords } from "../rules/feed-words";
import {
  LONGEST_BOUND_TO,
  LONGEST_CODES,
  LONGEST_SENDER_NAME,
  SENDER_ROLES,
} from "../rules/sender-rules";
import { Button, LinkButton } from "~/ui/button";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, SelectField, TextField } from "~/ui/field";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { UnbrokenWords } from "~/ui/unbroken-words";
import { UnsentLine } from "~/ui/unsent-line";
import type { SenderAnswer, SenderView } from "./sender.server";

const { form: words, roles } = feedWords;

export function SenderForm({
  view,
  action,
  answer,
}: {
  view: SenderView;
  action: string;
  answer: SenderAnswer | null;
}) {
  const isSending = useNavigationNow().state === "submitting";
  const { values, version } = answer?.form ?? view;
  const errors = answer?.fieldErrors ?? {};
  const isNew = version === null;
  return (
    <PageForm
      method="post"
      action={action}
      aria-label={isNew ? words.newTitle : words.changeTitle}
    >
      <Version version={version} />
      <div className="space-y-4">
        <UnsentLine unsent={view.unsent} />
        <ErrorSummary errors={answer?.errors ?? []} attempt={answer} />
        <Names values={values} errors={errors} isNew={isNew} />
        <SelectField
          id="role"
          name="role"
          label={words.role}
          error={errors.role ?? null}
          defaultValue={values.role}
          aria-required
          options={[
            ["", words.choose],
            ...SENDER_ROLES.map((role) => [role, roles[role]] as const),
          ]}
        />
        <SelectField
          id="facility_id"
          name="facility_id"
          label={words.place}
          hint={words.placeHint}
          error={errors.facility_id ?? null}
          defaultValue={values.facility_id}
        >
          <option value="">{words.any}</option>
          {view.facilities.map(({ region, facilities }) => (
            <optgroup key={region} label={region}>
              {facilities.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <Field
          id="codes"
          label={words.codes}
          hint={<UnbrokenWords text={words.codesHint} />}
          error={errors.codes ?? null}
        >
          {(control) => (
            <textarea
              {...control}
              name="codes"
              rows={4}
              maxLength={LONGEST_CODES}
              defaultValue={values.codes}
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <TextField
          id="bound_to"
          name="bound_to"
          label={words.boundTo}
          hint={words.boundToHint}
          error={errors.bound_to ?? null}
          defaultValue={values.bound_to}
          maxLength={LONGEST_BOUND_TO}
          {...PLAIN}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <LinkButton to={paths.feed}>{words.cancel}</LinkButton>{" "}
          <Button variant="primary" aria-disabled={isSending}>
            {words.save}
          </Button>
        </div>
      </div>
    </PageForm>
  );
}

const PLAIN = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
};

const NAMES = [
  { name: "sender", label: words.sender, hint: words.senderHint },
  { name: "facility", label: words.facility, hint: words.facilityHint },
] as const;

/** The names of a known sender never change, so they are no fields. */
function Names({
  values,
  errors,
  isNew,
}: Pick<SenderView, "values"> & {
  errors: SenderAnswer["fieldErrors"];
  isNew: boolean;
}) {
  if (isNew) {
    return NAMES.map(({ name, label, hint }) => (
      <TextField
        key={name}
        id={name}
        name={name}
        label={label}
        hint={<UnbrokenWords text={hint} />}
        error={errors[name] ?? null}
        defaultValue={values[name]}
        maxLength={LONGEST_SENDER_NAME}
        {...PLAIN}
      />
    ));
  }
  return (
    <dl className="space-y-4">
      {NAMES.map(({ name, label }) => (
        <div key={name}>
          <dt className="mb-1 text-sm font-medium">{label}</dt>
          <dd id={name}>
            {values[name] || feedWords.senders.noName}
            <input type="hidden" name={name} value={values[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function EndSenderForm({
  view: { values, version },
  action,
}: {
  view: SenderView;
  action: string;
}) {
  return (
    <PageForm
      method="post"
      action={action}
      aria-label={words.end}
      className="flex flex-wrap items-center justify-between gap-2"
    >
      <Version version={version} />
      <input type="hidden" name="sender" value={values.sender} />
      <input type="hidden" name="facility" value={values.facility} />
      <input type="hidden" name="intent" value="end" />
      <p className="text-sm text-muted">{words.endHint}</p>{" "}
      <DangerButton>{words.end}</DangerButton>
    </PageForm>
  );
}

function Version({ version }: { version: number | null }) {
  return version === null ? null : (
    <input type="hidden" name="version" value={version} />
  );
}

import { fieldsOf, type NamedField } from "./rules/answers";
import type { ReviewCause } from "./rules/fields.data";
import { LONGEST_LINE, LONGEST_TEXT } from "./rules/problems";
import { reviewWords } from "./rules/words";
import { Button } from "~/ui/button";
import { ChoiceGroup, optionOf } from "~/ui/choice-group";
import { Field, SelectField, TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { TEXT_LINK } from "~/ui/link-classes";
import { UnsentLine } from "~/ui/unsent-line";
import { FORM, CONTINUE } from "./form-values";
import type { StepView } from "./load-review.server";
import type { ReviewAnswer } from "./save-review.server";

const { form: words } = reviewWords;

export const STEP_HEADING_ID = "step-heading";

export function StepForm({
  step,
  action,
  answer,
  unsent,
}: {
  step: StepView;
  action: string;
  answer: ReviewAnswer | null;
  unsent: string | null;
}) {
  const { values, version } = answer?.form ?? step;
  const errors = answer?.fieldErrors ?? {};
  const fields = fieldsOf(step.id);
  const control = (field: NamedField) => (
    <AnswerField
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      error={errors[field.name] ?? null}
      causes={step.causes}
    />
  );
  const vitals = fields.filter(({ kind }) => kind === "number");
  return (
    <PageForm method="post" action={action} aria-label={step.title}>
      <input type="hidden" name={FORM.step} value={step.id} />
      <input type="hidden" name={FORM.version} value={version} />
      <input
        type="hidden"
        name={FORM.transferredOn}
        value={step.transferredOn}
      />
      {/* The Enter key presses the first button of a form, which is not to be one that leads back. */}
      <button
        type="submit"
        name={FORM.task}
        value={CONTINUE}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        {words.saveNext}
      </button>
      <StepNav step={step} />
      <h2 id={STEP_HEADING_ID} className="mb-3 mt-4 font-semibold">
        {step.title}
      </h2>
      <div className="space-y-4">
        {step.opensAgain ? (
          <p className="text-sm text-muted">{words.opensAgain}</p>
        ) : null}
        <UnsentLine unsent={unsent} />
        {fields.filter(({ kind }) => kind !== "number").map(control)}
        {vitals.length === 0 ? null : (
          <fieldset className="min-w-0">
            <legend className="mb-2 font-medium">{words.vitals}</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              {vitals.map(control)}
            </div>
          </fieldset>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            name={FORM.task}
            value={CONTINUE}
            className="max-w-full !whitespace-normal"
          >
            {words.saveNext}
          </Button>{" "}
          <Button
            name={FORM.task}
            value="show"
            className="max-w-full !whitespace-normal"
          >
            {words.saveLeave}
          </Button>
        </div>
      </div>
    </PageForm>
  );
}

/** Each step saves the open one and leads on. */
function StepNav({ step }: { step: StepView }) {
  return (
    <nav aria-label={words.steps} className="print:hidden">
      <ol className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {step.steps.map(({ id, title }, at) => (
          <li key={id} aria-current={id === step.id ? "step" : undefined}>
            {id === step.id ? (
              <span className="inline-flex min-h-6 items-center font-semibold touch:min-h-10">
                {at + 1}. {title}
              </span>
            ) : (
              <button
                type="submit"
                name={FORM.task}
                value={at + 1}
                className={TEXT_LINK}
              >
                {at + 1}. {title}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function AnswerField({
  field,
  value,
  error,
  causes,
}: {
  field: NamedField;
  value: string;
  error: string | null;
  causes: readonly ReviewCause[];
}) {
  const { name, label, hint } = field;
  const texts = { id: name, label, hint, error };
  const input = { name, defaultValue: value, autoComplete: "off" };
  switch (field.kind) {
    case "text":
      return (
        <Field {...texts}>
          {(control) => (
            <textarea
              {...control}
              {...input}
              rows={3}
              maxLength={LONGEST_TEXT}
            />
          )}
        </Field>
      );
    case "line":
      return <TextField {...texts} {...input} maxLength={LONGEST_LINE} />;
    case "day":
      return <TextField {...texts} {...input} type="date" />;
    case "time":
      return <TextField {...texts} {...input} type="time" />;
    case "number":
      return (
        <TextField
          {...texts}
          {...input}
          inputMode={field.decimals ? "decimal" : "numeric"}
          maxLength={5}
        />
      );
    case "choice":
      return (
        <SelectField
          {...texts}
          {...input}
          options={[["", words.choose], ...field.choices.map(optionOf)]}
        />
      );
    case "causes":
      return (
        <ChoiceGroup
          id={name}
          name={name}
          type="checkbox"
          legend={label}
          error={error}
          choices={causes.map(({ id, text }) => ({ value: id, label: text }))}
          chosen={value.split(" ")}
        />
      );
  }
}

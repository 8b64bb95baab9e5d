import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { FactList } from "~/ui/fact-list";
import { PageHead } from "~/ui/page-head";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { UnsentLine } from "~/ui/unsent-line";
import type { NoticeView } from "./load-notice.server";
import { LONGEST_NAME, NOTICE_PARTS, RECIPIENTS } from "./rules";
import type { NoticeAnswer } from "./save.server";
import { entryText, noticeWords as words } from "./words";

const { form: texts, fields } = words;

const READ_ORDER = [...NOTICE_PARTS, "notice_to", "notice_by"] as const;

interface Props {
  view: NoticeView;
  answer: NoticeAnswer | null;
}

export function NoticeScreen({ view, answer }: Props) {
  const { listHref, history } = view;
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-prose grid-cols-1 gap-4">
      <PageHead
        crumbs={[
          { label: words.title, ...(listHref && { href: listHref }) },
          { label: words.one, current: true },
        ]}
        title={words.one}
        name={view.name}
      />
      <Card headingId="facts-heading" heading={texts.facts}>
        <FactList facts={view.facts} />
      </Card>
      <Card headingId="form-heading" heading={texts.heading}>
        {view.mayWrite ? (
          <NoticeForm
            // Another version has other entries.
            key={`${(answer ?? view).version} ${answer?.errors[0]?.text}`}
            {...{ view, answer }}
          />
        ) : (
          <>
            <FactList
              facts={READ_ORDER.map((field) => ({
                label: fields[field],
                value: entryText(field, view.entries[field]) || texts.empty,
              }))}
            />
            <p className="mt-3 text-sm text-muted">
              {view.isKnown ? texts.mayNot : texts.gone}
            </p>
          </>
        )}
      </Card>
      {history.length > 0 ? (
        <Card headingId="history-heading" heading={texts.history}>
          <ol className="space-y-3 text-sm">
            {history.map(({ by, facts }, at) => (
              // Two changes may have one time.
              <li key={at}>
                <p>{by}</p>
                <FactList facts={facts} />
              </li>
            ))}
          </ol>
        </Card>
      ) : null}
      {listHref === null ? null : (
        <p>
          <LinkButton to={listHref} variant="quiet">
            {texts.back}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

function NoticeForm({ view, answer }: Props) {
  const { entries, version } = answer ?? view;
  const fieldOf = (name: keyof typeof fields) => ({
    id: name,
    name,
    label: fields[name],
    defaultValue: entries[name],
    error: answer?.fieldErrors[name] ?? null,
  });
  const dayOf = (name: (typeof NOTICE_PARTS)[number]) => (
    <TextField {...fieldOf(name)} type="date" max={view.today} />
  );
  return (
    <PageForm
      method="post"
      action={view.path}
      aria-labelledby="form-heading"
      className="max-w-form space-y-3"
    >
      <input type="hidden" name="version" value={version} />
      <UnsentLine unsent={view.unsent} />
      <ErrorSummary errors={answer?.errors ?? []} attempt={answer} />
      {dayOf("notice_on")}
      <SelectField {...fieldOf("notice_to")}>
        <option value="">{texts.choose}</option>
        {RECIPIENTS.map((one) => (
          <option key={one} value={one}>
            {words.recipients[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fieldOf("notice_by")}
        maxLength={LONGEST_NAME}
        autoComplete="off"
      />
      {dayOf("bed_hold_on")}
      {dayOf("ombudsman_on")}
      <Button variant="primary">{texts.save}</Button>
    </PageForm>
  );
}

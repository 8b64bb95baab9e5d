import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EntryForm, type EntryField } from "~/ui/entry-form";
import { FactList } from "~/ui/fact-list";
import { PageHead } from "~/ui/page-head";
import type { NoticeView } from "./load.server";
import { LONGEST_NAME, NOTICE_FIELDS, RECIPIENTS } from "./rules";
import type { NoticeAnswer } from "./save.server";
import { noticeWords as words } from "./words";

const { form: texts } = words;

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
            <FactList facts={view.recorded} />
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
  const day = { type: "date", max: view.today };
  const kinds: Partial<Record<string, Partial<EntryField>>> = {
    notice_to: {
      choices: RECIPIENTS.map((value) => ({
        value,
        label: words.recipients[value],
      })),
      choose: texts.choose,
    },
    notice_by: { maxLength: LONGEST_NAME },
  };
  return (
    <EntryForm
      action={view.path}
      aria-labelledby="form-heading"
      hidden={{ version }}
      unsent={view.unsent}
      {...{ answer, entries }}
      fields={NOTICE_FIELDS.map((name) => ({
        ...{ name, label: words.fields[name] },
        ...(kinds[name] ?? day),
      }))}
      submit={texts.save}
    />
  );
}

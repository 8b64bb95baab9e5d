import { PageLink } from "~/ui/page-link";
import { auditWords, auditActionText } from "./rules/words";
import { ClearLink } from "~/features/report-filters/filter-form";
import { auditTrail } from "~/audit-paths";
import { buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { PagedList } from "~/ui/paged-list";
import { columnsOf, type TableColumn } from "~/ui/table-body";
import type {
  AuditRow,
  AuditView,
  loadAuditTrail,
} from "./load-audit-trail.server";
import { AUDIT_ACTION_GROUPS } from "./rules/actions";
import { LONGEST_AUDIT_USER, LONGEST_MRN } from "./rules/filters";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";
import { SelectField, TextField } from "~/ui/field";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/page-head";

export function AuditTrailScreen() {
  const { view, crumbs } = useLoaderData<typeof loadAuditTrail>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={auditWords.title}>
        <p className="mt-1 max-w-prose text-sm text-muted">
          {auditWords.about} {auditWords.byResident}
        </p>
      </PageHead>
      <div>
        <AuditFilterForm view={view} />
      </div>
      <AuditTable view={view} />
    </div>
  );
}

function AuditTable({ view }: { view: AuditView }) {
  const { list, fileHref } = view;
  return (
    <Card
      headingId="events-heading"
      heading={auditWords.heading}
      aside={
        <p aria-live="polite" className="text-sm text-muted">
          {list.state === "data" ? list.count : null}
        </p>
      }
      actions={
        list.state === "data" ? (
          <a
            href={fileHref}
            className={buttonClass("quiet", "max-w-full !whitespace-normal")}
          >
            {auditWords.download}
          </a>
        ) : null
      }
    >
      <PagedList
        list={list}
        pages={view}
        words={auditWords}
        wayOut={view.isFiltered ? <ClearLink to={auditTrail} /> : null}
        id="events"
        title={auditWords.heading}
        paperHead={view.paperHead}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        blocksBelow="640px"
      />
    </Card>
  );
}

const COLUMNS: TableColumn<AuditRow>[] = columnsOf(auditWords.columns, {
  at: ({ at, day, time }) => (
    <time dateTime={at} className="whitespace-nowrap">
      {day} <span className="block text-muted lg:inline">{time}</span>
    </time>
  ),
  who: ({ who, nobody }) =>
    who ? <User user={who} /> : <span className="text-muted">{nobody}</span>,
  what: ({ what }) => <span className="block sm:min-w-32">{what}</span>,
  target: ({ target }) => (target ? <User user={target} /> : null),
  details: ({ details }) =>
    details === "" ? null : (
      <span className="block sm:min-w-[13rem]">{details}</span>
    ),
  from: ({ address }) => address,
});

function User({
  user: { username, href },
}: {
  user: NonNullable<AuditRow["who"]>;
}) {
  return (
    <PageLink
      to={href}
      preventScrollReset
      className="cell-link inline-flex min-h-6 items-center [overflow-wrap:anywhere] touch:min-h-10 sm:min-w-32"
      aria-label={`Events of ${username}`}
    >
      {username}
    </PageLink>
  );
}

function AuditFilterForm({ view }: { view: AuditView }) {
  const { user, action, resident, unknownResident, isFiltered, list } = view;
  const entered = (field: "mrn" | "resident") =>
    unknownResident?.field === field ? unknownResident : null;
  return (
    <RangeFilterForm
      action={auditTrail}
      filters={view}
      clearHref={isFiltered && list.state !== "empty" ? auditTrail : null}
    >
      <TextField
        id="user"
        name="user"
        label={auditWords.user}
        maxLength={LONGEST_AUDIT_USER}
        defaultValue={user ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        id="mrn"
        name="mrn"
        label={auditWords.mrn}
        maxLength={LONGEST_MRN}
        defaultValue={entered("mrn")?.entry}
        error={entered("mrn")?.error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        id="resident"
        name="resident"
        label={auditWords.resident}
        maxLength={16}
        inputMode="numeric"
        defaultValue={entered("resident")?.entry ?? resident ?? ""}
        error={entered("resident")?.error}
        autoComplete="off"
      />
      <SelectField
        key={action}
        id="action"
        name="action"
        label={auditWords.action}
        defaultValue={action ?? ""}
      >
        <option value="">{auditWords.allActions}</option>
        {AUDIT_ACTION_GROUPS.map(({ label, actions }) => (
          <optgroup key={label} label={label}>
            {actions.map((one) => (
              <option key={one} value={one}>
                {auditActionText(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </RangeFilterForm>
  );
}

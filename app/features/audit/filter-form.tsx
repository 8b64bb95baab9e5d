import { AUDIT_ACTION_GROUPS } from "./rules/action-groups";
import { AUDIT_ACTIONS } from "./rules/actions";
import { LONGEST_AUDIT_USER, LONGEST_MRN } from "./rules/filters";
import { auditWords } from "./rules/words";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";
import { paths } from "~/paths";
import { SelectField, TextField } from "~/ui/field";
import type { AuditView } from "./view";

/** Whose events, which, and of which days; their state is the query string. */
export function AuditFilterForm({ view }: { view: AuditView }) {
  const { user, action, resident, isFiltered, list } = view;
  return (
    <RangeFilterForm
      action={paths.auditTrail}
      filters={view}
      clearHref={isFiltered && list.state !== "empty" ? paths.auditTrail : null}
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
        defaultValue={resident ?? ""}
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
                {AUDIT_ACTIONS[one]}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </RangeFilterForm>
  );
}

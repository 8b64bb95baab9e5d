import { ATTENTION_RULES } from "./rules/attention-rules.data";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/table";

const words = {
  heading: "Why residents need attention",
  about:
    "Each rule can be checked by hand. The list is by unit. Residents who meet the most criteria come first, then those with the fewest days left.",
  name: "Rule",
  threshold: "When it applies",
  source: "Where it comes from",
};

/** Each rule with its threshold and source (R331). */
export function AttentionRules() {
  return (
    <div className="print:hidden">
      <Card headingId="rules-heading" heading={words.heading}>
        <p className="-mt-2 mb-3 text-sm text-muted">{words.about}</p>
        <DataTable
          id="rules"
          title={words.heading}
          columns={RULE_COLUMNS}
          rows={ATTENTION_RULES}
          rowKey={({ key }) => key}
          blocksBelow="1024px"
        />
      </Card>
    </div>
  );
}

const RULE_COLUMNS = (["name", "threshold", "source"] as const).map((key) => ({
  key,
  label: words[key],
  cell: (rule: (typeof ATTENTION_RULES)[number]) => rule[key],
}));

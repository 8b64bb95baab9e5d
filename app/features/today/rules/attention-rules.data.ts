export const todayLimits = {
  /** 72 hours: of a return the day alone is known, so the day three days ago may lie within them. */
  backDays: 3,
  /** Transfers within `transferDays` that are one too many. */
  transfers: 2,
  transferDays: 30,
  longStayDays: 7,
  noteDays: 1,
  /** Residents who left longer ago are not expected back. */
  outDays: 15,
} as const;

/** Each rule can be checked by hand: no weights, no score (R331). */
export const ATTENTION_RULES = [
  {
    key: "window_frail",
    chip: "Frail, in window",
    name: "In the 30-day window, and frail",
    threshold:
      "Admitted from hospital 0 to 30 days ago, with a frailty score of 6 or more.",
    source:
      "CMS Skilled Nursing Facility 30-Day All-Cause Readmission Measure (SNFRM): the window",
  },
  {
    key: "second_transfer",
    chip: "Second transfer",
    name: "Second transfer within 30 days",
    threshold:
      "Two or more hospitalizations or ED visits in the last 30 days, today included.",
    source:
      "INTERACT Quality Improvement Tool for Review of Acute Care Transfers: earlier hospitalizations and ED visits",
  },
  {
    key: "back",
    chip: "Back",
    name: "Back from hospital within 72 hours",
    threshold: "Came back today or on one of the three days before.",
    source:
      "Ouslander et al., JAMDA 2016;17:839–845: 353 of 4,658 transfers came within 48 hours of admission",
  },
  {
    key: "new",
    chip: "New",
    name: "New from hospital within 72 hours",
    threshold:
      "Admitted from hospital today or on one of the three days before, and not back from a transfer.",
    source:
      "42 CFR 483.21(a): a baseline care plan within 48 hours; Ouslander et al., as above",
  },
  {
    key: "high_risk_note",
    chip: "High-risk note",
    name: "High-risk note since yesterday",
    threshold: "An after-hours note of yesterday or today is marked high risk.",
    source:
      "AHRQ, Improving Patient Safety in Long-Term Care Facilities, Module 1: Detecting Change in a Resident’s Condition",
  },
  {
    key: "long_stay_soon",
    chip: "Long-stay soon",
    name: "Long-stay within 7 days, after a transfer",
    threshold:
      "Day 101 is one of the next 7 days, with a hospitalization or ED visit within 30 days.",
    source:
      "CMS Number of Hospitalizations per 1,000 Long-Stay Resident Days: who counts from then on",
  },
] as const;

export type AttentionRule = (typeof ATTENTION_RULES)[number]["key"];

export const ATTENTION_CHIPS = Object.fromEntries(
  ATTENTION_RULES.map(({ key, chip }) => [key, chip]),
) as Record<AttentionRule, string>;

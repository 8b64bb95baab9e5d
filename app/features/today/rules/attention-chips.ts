import { ATTENTION_RULES, type AttentionRule } from "./attention-rules.data";

/** A rule in a word or two. */
export const ATTENTION_CHIPS = Object.fromEntries(
  ATTENTION_RULES.map(({ key, chip }) => [key, chip]),
) as Record<AttentionRule, string>;

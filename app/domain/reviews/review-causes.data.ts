/** What transfers have in common, as a review names it (R344); account managers add their own. */
export const REVIEW_CAUSES = [
  { id: "change_found_late", text: "The change was noticed late" },
  { id: "change_not_passed_on", text: "The change was not passed on" },
  { id: "assessed_late", text: "The resident was assessed late" },
  { id: "no_physician_reached", text: "No physician could be reached" },
  {
    id: "not_seen_on_site",
    text: "No on-site evaluation by a provider",
  },
  { id: "tests_late", text: "Tests or X-rays took too long" },
  {
    id: "no_intravenous",
    text: "IV fluids or medication not available on site",
  },
  { id: "drug_missing", text: "A drug was not in the building" },
  { id: "drug_problem", text: "A drug was wrong, missed or harmful" },
  { id: "device_missing", text: "Equipment was missing or broken" },
  { id: "few_staff", text: "Too few staff for closer care" },
  { id: "new_staff", text: "Staff were new or did not know the resident" },
  { id: "infection", text: "An infection was not treated in time" },
  { id: "fluid_balance", text: "Dehydration or fluid overload" },
  { id: "fall", text: "A fall" },
  { id: "wound", text: "A wound or pressure injury" },
  { id: "wishes_unknown", text: "Wishes or directives were not known" },
  { id: "family_wish", text: "The resident or family wished it" },
  {
    id: "discharged_early",
    text: "The hospital discharged the resident too ill",
  },
  {
    id: "discharge_papers",
    text: "The hospital's papers or orders were incomplete",
  },
] as const;

/** A cause that a review may name. */
export interface ReviewCause {
  id: string;
  text: string;
}

export const MOST_CAUSES = 3;

export const REVIEW_CAUSES = [
  { id: "change_found_late", text: "Change in condition noticed late" },
  { id: "change_not_passed_on", text: "Change in condition not communicated" },
  { id: "assessed_late", text: "Delayed assessment" },
  { id: "no_physician_reached", text: "No physician could be reached" },
  {
    id: "not_seen_on_site",
    text: "No on-site evaluation by a provider",
  },
  { id: "tests_late", text: "Delayed labs or X-rays" },
  {
    id: "no_intravenous",
    text: "IV fluids or medication not available on site",
  },
  { id: "drug_missing", text: "Medication not available" },
  { id: "drug_problem", text: "Medication error or adverse drug event" },
  { id: "device_missing", text: "Equipment was missing or broken" },
  { id: "few_staff", text: "Not enough staff for closer monitoring" },
  { id: "new_staff", text: "Staff were new or did not know the resident" },
  { id: "infection", text: "Infection not treated in time" },
  { id: "fluid_balance", text: "Dehydration or fluid overload" },
  { id: "fall", text: "A fall" },
  { id: "wound", text: "A wound or pressure injury" },
  { id: "wishes_unknown", text: "Care wishes or directives not known" },
  { id: "family_wish", text: "Resident or family request" },
  {
    id: "discharged_early",
    text: "Discharged from hospital too soon",
  },
  {
    id: "discharge_papers",
    text: "Hospital orders or paperwork incomplete",
  },
] as const;

export interface ReviewCause {
  id: string;
  text: string;
}

export const MOST_CAUSES = 3;

/** Headings, and lines with parts between bars. */
function paragraphs(text: string) {
  return text
    .trim()
    .split("\n\n")
    .map((paragraph) => {
      const [heading = "", ...lines] = paragraph.split("\n");
      return { heading, lines: lines.map((line) => line.split(" | ")) };
    });
}

/** Share and reason; findings with causes, likeliest first; changes and attempts. */
const COMPLAINTS_TEXT = `
20 Shortness of breath
Pneumonia, unspecified organism (J18.9) | infection change_found_late
Acute on chronic heart failure (I50.9) | fluid_balance drug_problem
COPD with acute exacerbation (J44.1) | assessed_late device_missing
> | Short of breath when lying down. | Oxygen, chest X-ray ordered.
> | Wheezing, saturation 88 % on room air. | Inhaled treatment twice, head of the bed raised.

15 Altered mental status
Urinary tract infection (N39.0) | infection change_found_late
Metabolic encephalopathy (G93.41) | drug_problem assessed_late
Dehydration (E86.0) | fluid_balance no_intravenous
> | Confused since the morning. | Fluids by mouth, urine sample taken.
> | Hard to wake, did not know the aide. | Sedative held, vital signs every four hours.

14 Fever, suspected infection
Sepsis, unspecified organism (A41.9) | infection no_intravenous
Urinary tract infection (N39.0) | infection change_found_late
Cellulitis of lower limb (L03.119) | wound infection
> | Fever and chills. | Antibiotic begun by mouth.
> | Hot and flushed, ate nothing. | Blood tests ordered, result not there in time.

13 Fall with injury
Fracture of neck of femur (S72.009A) | fall
Laceration of scalp (S01.01XA) | fall
Contusion of hip (S70.00XA) | fall
> | Fell beside the bed, could not get up. | Kept lying, pain relief, checked every half hour.
> | Found on the bathroom floor. | Wound dressed, vital signs every quarter of an hour.

9 Chest pain
Chest pain, unspecified (R07.9) | not_seen_on_site tests_late
Unstable angina (I20.0) | assessed_late drug_problem
> | Pressure in the chest after breakfast. | Aspirin given, tracing of the heart.
> | Pain in the chest and the left arm. | Nitroglycerin twice.

7 Low blood pressure
Dehydration (E86.0) | fluid_balance no_intravenous
Sepsis, unspecified organism (A41.9) | infection no_intravenous
> | Dizzy on standing up, blood pressure 82 over 50. | Blood pressure tablets held, legs raised.
> | Pale and weak, drank little for two days. | Fluids by mouth, vital signs every hour.

6 Bleeding
Gastrointestinal hemorrhage (K92.2) | drug_problem change_found_late
Anemia (D64.9) | tests_late change_found_late
> | Dark stools since the evening. | Blood count ordered.
> | Blood in the toilet bowl. | Blood thinner held.

6 Abnormal laboratory values
Acute kidney failure (N17.9) | fluid_balance drug_problem
Hyponatremia (E87.1) | tests_late fluid_balance
> | More tired than the day before, ate little. | Blood tests repeated.
> | Passed little urine for a day. | Water pill held, fluids by mouth.

5 Catheter or feeding tube out of place
Mechanical complication of catheter (T83.098A) | device_missing
> | Catheter pulled out. | One try to put it back.
> | Feeding tube out when the aide came. | Opening covered, feeding stopped.

5 Uncontrolled pain
Low back pain (M54.50) | drug_missing not_seen_on_site
Constipation (K59.00) | change_found_late drug_problem
> | Cried out when turned. | Warm pack, turned every hour.
> | Pain all night, no sleep. | A second dose for pain.`;

export const COMPLAINTS = paragraphs(COMPLAINTS_TEXT).map(
  ({ heading, lines }) => ({
    share: parseInt(heading),
    reason: heading.replace(/^\d+ /, ""),
    found: lines
      .filter(([sign]) => sign !== ">")
      .map(([diagnosis = "", causes = ""]) => ({
        diagnosis,
        causes: causes.split(" "),
      })),
    said: lines.filter(([sign]) => sign === ">").map((line) => line.slice(1)),
  }),
);

/** Unknown reasons get these texts, and any finding may have these causes. */
export const SAID_OF_OTHERS = [
  [
    "More tired than the day before, ate little.",
    "Fluids by mouth, vital signs every four hours.",
  ],
];
export const CAUSES_OF_ALL =
  "change_found_late assessed_late new_staff family_wish wishes_unknown".split(
    " ",
  );

export const ACTIONS: Readonly<Record<string, string>> = {
  no_physician_reached:
    "Agree with the on-call service on a second number for weekends.",
  change_not_passed_on: "Use the change-of-condition sheet at each handover.",
  few_staff: "Ask for one more nurse on Sundays.",
  tests_late: "Agree on a time for urgent blood tests with the laboratory.",
  infection: "Check residents with a catheter each shift.",
  fluid_balance: "Weigh residents with heart failure each morning.",
  fall: "Put a sensor mat beside the bed, and go through the list of drugs.",
  drug_problem: "Have the pharmacist go through the drugs of the unit.",
  change_found_late: "Have aides fill in the early warning card each shift.",
};
export const OTHER_ACTION =
  "Go through the transfer at the next staff meeting.";

/** The types are the After Hours Patient Report's (R166); '!' marks high risk. */
export const NOTE_TEXTS = paragraphs(`
Convergence Narrative
Called by nursing for new cough without fever. Lungs clear by remote stethoscope, saturation 94 % on room air. Fluids encouraged, vital signs every four hours.
Blood glucose 312 before bed. Sliding scale given, repeat in two hours was 221. Dose to be reviewed with the attending physician.
Asked about loose stools since supper. Belly soft, no fever. Laxative held, intake and output recorded.
Skin tear of the forearm after a transfer to bed. Cleaned and closed with strips. Recheck with the morning dressing.
!Cough and temperature of 101.2 F, breathing 26 a minute. Chest film tonight, antibiotic begun. Send if saturation falls below 90 %.
!Family reports increased confusion this evening. No fall. Urine culture and blood tests ordered, sedative held. Nursing to call back in two hours.

Admission Note
Medication list of the hospital reconciled after the admission. Two tablets stopped, therapy evaluation ordered.
First days after the admission reviewed with the nurse. Pain controlled, skin intact, weight bearing as tolerated.
Allergies, diet and resuscitation status confirmed with the family after the admission. Orders complete.
!Since the admission 6 pounds above the weight in the discharge letter. Extra diuretic tonight, weigh each morning, call if short of breath.

Progress Note
Follow-up of shortness of breath seen yesterday. Weight down 2 pounds after extra diuretic, breathing easier. Basic metabolic panel on Monday.
Pressure area of the left heel reviewed by video. Smaller than last week, no sign of infection. Continue offloading.
Blood pressure has been 150 to 160 over two days without symptoms. Evening dose raised, recheck in the morning.
Slept well after the change of pain relief. Continue, review in a week.
!Still febrile on the second day of the antibiotic, drinking little. Fluids under the skin begun, blood tests at six. Transfer discussed with the family.
!Blood pressure 88 over 52 after the evening doses, dizzy on standing. Tablets held, legs raised, check every half hour.

Post Transport
Seen after the return from hospital. Discharge papers reviewed, earlier orders resumed, vital signs each shift.
After the hospital visit eating and walking as before. The new appointment is on the calendar. Nursing to report any change.
!Since the return from hospital drowsy and eating little. Vital signs every two hours, send again if worse.

Consultation
Asked for an opinion on poor appetite and weight loss of 4 %. Advance directives reviewed with the daughter. Dietitian consult ordered.
Asked about sleep and calling out at night. Pain scored first; sedative not changed. Activity plan with the day shift.
Question of a new rash on the trunk. Looks like a reaction to the new soap. Soap changed, cream twice a day.
!Nosebleed on a blood thinner. Stopped after 20 minutes of pressure. Tonight's dose held, blood count at six.`).map(
  ({ heading, lines }) => ({
    type: heading,
    notes: lines.flat().map((line) => ({
      text: line.replace(/^!/, ""),
      isHighRisk: line.startsWith("!"),
    })),
  }),
);

/** Invented after-hours notes, by the types that the After Hours Patient Report tells apart (R166). */
export const NOTE_TEXTS = [
  {
    type: "Convergence Narrative",
    texts: [
      "Called by nursing for new cough and temperature of 100.4 F. Lungs clear by remote stethoscope, saturation 94 % on room air. Chest film in the morning, fluids encouraged, vital signs every four hours.",
      "Family asked about increased confusion this evening. No fall, no fever. Urine culture ordered, evening sedative held. Nursing to call back with any change.",
      "Blood glucose 312 before bed. Sliding scale given, repeat in two hours was 221. Dose to be reviewed with the attending physician.",
    ],
  },
  {
    type: "Admission Note",
    texts: [
      "Arrived from hospital after a week of treatment for pneumonia. Medication list reconciled, oral antibiotic to finish in three days. Therapy evaluation ordered.",
      "New admission after hip repair. Pain controlled, wound dry. Weight bearing as tolerated, blood thinner for 28 more days.",
    ],
  },
  {
    type: "Progress Note",
    texts: [
      "Follow-up of shortness of breath seen yesterday. Weight down 2 pounds after extra diuretic, breathing easier. Continue, basic metabolic panel on Monday.",
      "Pressure area of the left heel reviewed by video. Smaller than last week, no sign of infection. Continue offloading.",
      "Blood pressure has been 150 to 160 over two days without symptoms. Evening dose raised, recheck in the morning.",
    ],
  },
  {
    type: "Post Transport",
    texts: [
      "Returned from the emergency department after a fall. Imaging without fracture. Neurological checks every two hours until morning.",
      "Back from hospital observation for chest pain. Troponin negative twice. Resume earlier orders, cardiology visit to be arranged.",
    ],
  },
  {
    type: "Consultation",
    texts: [
      "Asked for an opinion on poor appetite and weight loss of 4 %. Advance directives reviewed with the daughter. Dietitian consult, mirtazapine to be discussed.",
      "Question of anticoagulation after a nosebleed. Bleeding stopped with pressure. Hold tonight's dose, count in the morning.",
    ],
  },
] as const;

// What is known beside what figures are made of. It has random numbers of its own, so that the rest stays as it is.
let known = 1_117;
const knownPick = (items) => {
  known = (Math.imul(known, 1_664_525) + 1_013_904_223) >>> 0;
  return items[Math.floor((known / 2 ** 32) * items.length)];
};
const UNITS = ["1 North", "1 South", "2 West", "Memory care"];
const HOSPITALS = ["Wrenfield General Hospital", "St. Tamsin Medical Center"];
const COMPLAINTS = [
  ["Short of breath", "Pneumonia"],
  ["Fever, weaker than usual", "Sepsis of urinary origin"],
  ["Fall with pain in the hip", "Bruise, no fracture"],
  ["Chest pain", "Heart failure, acute on chronic"],
  ["Drowsy, does not drink", "Dehydration, acute kidney injury"],
];

export const unitOfStay = () => knownPick([...UNITS, ""]);

// Old rows say nothing of it, and not all that is new is known.
export function factsOfTransfer(day, outcome, today) {
  if (day < today - 365) return ["", "", "", "", "", ""];
  const [reason, diagnosis] = knownPick(COMPLAINTS);
  return [
    knownPick(["06:40", "13:15", "17:50", "19:05", "21:30", "23:10", ""]),
    knownPick([...HOSPITALS, ""]),
    knownPick(UNITS),
    reason,
    knownPick([diagnosis, ""]),
    outcome === "ed_only"
      ? new Date(day * 86_400_000).toISOString().slice(0, 10)
      : "",
  ];
}

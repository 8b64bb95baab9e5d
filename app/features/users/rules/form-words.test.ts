import { expect, test } from "vitest";
import { placesOfLevel } from "./form-places";
import { updateWords } from "./form-words";

test.each([
  ["", false, "Show the choices"],
  ["division", true, "Show the choices"],
  ["region", false, "Show the regions"],
  ["facility", false, "Show the regions"],
  ["facility", true, "Show the facilities"],
])(
  "at level '%s', with a division: %s, the button says '%s'",
  (level, hasDivision, words) => {
    const levels = placesOfLevel(level);
    expect(updateWords({ levels, hasDivision })).toBe(words);
  },
);

// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  EVERYWHERE,
  type LocationOptions,
} from "~/domain/places/location-choice";
import { LocationFields } from "./location-fields";

const OPTIONS: LocationOptions = {
  division: [
    { id: 1, name: "East" },
    { id: 2, name: "West" },
  ],
  region: [
    { id: 11, name: "Coast", division: 1 },
    { id: 21, name: "Plains", division: 2 },
  ],
  facility: [
    { id: 111, name: "Elm", division: 1, region: 11 },
    { id: 211, name: "Oak", division: 2, region: 21 },
  ],
};

function optionsOf(label: string): string[] {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  return [...select.options].map(({ text }) => text);
}

function choose(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function valueOf(label: string): string {
  return screen.getByLabelText<HTMLSelectElement>(label).value;
}

test("each list holds what lies in the place chosen above it", () => {
  render(<LocationFields options={OPTIONS} choice={EVERYWHERE} />);
  expect(optionsOf("Region")).toEqual(["All regions", "Coast", "Plains"]);
  choose("Division", "2");
  expect(optionsOf("Region")).toEqual(["All regions", "Plains"]);
  expect(optionsOf("Facility")).toEqual(["All facilities", "Oak"]);
});

test("choosing a division clears region and facility, and the placeholder clears its own level", () => {
  render(
    <LocationFields
      options={OPTIONS}
      choice={{ division: 1, region: 11, facility: 111 }}
    />,
  );
  expect(valueOf("Facility")).toBe("111");
  choose("Division", "2");
  expect([valueOf("Region"), valueOf("Facility")]).toEqual(["", ""]);
  choose("Region", "21");
  choose("Facility", "211");
  choose("Region", "");
  expect(valueOf("Division")).toBe("2");
  expect(valueOf("Facility")).toBe("");
});

test("a level with a single place is not asked for", () => {
  const one: LocationOptions = {
    ...OPTIONS,
    division: [{ id: 1, name: "East" }],
  };
  render(<LocationFields options={one} choice={EVERYWHERE} />);
  expect(screen.queryByLabelText("Division")).toBeNull();
  expect(screen.getByLabelText("Region")).toBeTruthy();
});

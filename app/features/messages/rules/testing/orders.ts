export function orders<Thing>(things: readonly Thing[]): Thing[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, at) =>
    orders(things.filter((_, other) => other !== at)).map((rest) => [
      first,
      ...rest,
    ]),
  );
}

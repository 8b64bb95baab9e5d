import type { TargetText } from "./words";

/** 'Target 15.00%: misses it' under or beside a rate, the shape before the word. */
export function TargetWord({
  target: { target, shape, word },
}: {
  target: TargetText;
}) {
  return (
    <>
      {target} <span aria-hidden="true">{shape}</span> {word}
    </>
  );
}

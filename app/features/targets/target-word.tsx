import type { TargetText } from "./words";

/** The shape stands before the word: 'Target 15.00%: misses it'. */
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

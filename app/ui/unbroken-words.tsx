import { Fragment } from "react";

/** A text with codes in it, as 'PV1-36:HOSP=02': it breaks at spaces, and in a code only where that is wider than its line. */
export function UnbrokenWords({ text }: { text: string }) {
  return text.split(" ").map((word, at) => (
    <Fragment key={at}>
      {at === 0 ? "" : " "}
      {word.includes("-") ? (
        <span className="inline-block max-w-full">{word}</span>
      ) : (
        word
      )}
    </Fragment>
  ));
}

import { Fragment } from "react";

/** Breaks at spaces, and within a code like 'PV1-36:HOSP=02' only if it is wider than its line. */
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

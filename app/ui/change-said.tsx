import { useEffect, useRef, useState } from "react";

/** Orca drops what a live region says while the many rows of a list go. */
const AFTER_MS = 500;

/** Long enough to be spoken; then nobody who reads the page on comes upon it a second time. */
const FOR_MS = 10_000;

export function ChangeSaid({ text }: { text: string }) {
  const known = useRef(text);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    const timers = [
      setTimeout(() => setSaid(text), AFTER_MS),
      setTimeout(() => setSaid(""), AFTER_MS + FOR_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [text]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

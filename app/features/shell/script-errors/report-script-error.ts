import { paths } from "~/paths";
import type { FailedPart } from "~/rendering/hydration-guard";

const MOST_FRAMES = 8;

const OF_THE_PROGRAM = ["TypeError", "ReferenceError", "RangeError"];

/** Reports only the kind of error and its position. Needs a session. */
export function reportScriptError(part: FailedPart, error: unknown): void {
  const csrf = document.querySelector<HTMLInputElement>('input[name="csrf"]');
  if (!csrf) return;
  const { name, message, stack } =
    error instanceof Error ? error : new Error("none");
  const frames = stack?.match(/\/build\/[\w./$-]+:\d+:\d+/g) ?? [];
  fetch(paths.scriptErrors, {
    method: "POST",
    keepalive: true,
    body: new URLSearchParams({
      csrf: csrf.value,
      part,
      name,
      message: OF_THE_PROGRAM.includes(name) ? message.slice(0, 200) : "",
      frames: frames.slice(0, MOST_FRAMES).join(" "),
      page: window.location.pathname,
    }),
  }).catch(() => undefined);
}

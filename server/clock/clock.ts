/** Does work later; returns what calls it off. Passed in, so that tests can move the time. */
export type After = (ms: number, work: () => void) => () => void;

/** Timers that keep no process alive by themselves. */
export const afterRealTime: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Timers that the process stays alive for. */
export const afterRealTimeAwake: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** The time; passed in, so that tests can move it. */
export type Clock = () => Date;

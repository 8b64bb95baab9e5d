/** Schedules work; returns a function that cancels it. A parameter, so tests can move the time. */
export type After = (ms: number, work: () => void) => () => void;

/** Does not keep the process alive. */
export const afterRealTime: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Keeps the process alive. */
export const afterRealTimeAwake: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

export type Clock = () => Date;

/** How a panel without data is set: in the middle under a drawing, or as a line of text. */
export const STATE_LOOK = {
  full: "flex flex-col items-center gap-2 px-4 py-6 text-center",
  brief: "flex flex-wrap items-baseline gap-x-4 gap-y-1",
} as const;

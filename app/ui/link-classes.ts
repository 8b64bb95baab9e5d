/** A link that stands by itself among texts; on a touch screen it is as high as a finger. */
export const TEXT_LINK =
  "inline-flex min-h-6 items-center text-accent underline underline-offset-2 touch:min-h-10";

export const CELL_LINK =
  "action-link inline-flex min-h-6 items-center touch:min-h-10";

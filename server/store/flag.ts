/** True or false, as every database keeps it. */
export type Flag = 0 | 1;

/** Of a line that a morning meeting leaves, in characters. */
export const LONGEST_LINE = 200;

/** Exit statuses of `npm run feed -- FILE…`; those of the imports where they mean the same (R272). */
export const FEED_EXIT_STATUS = {
  /** All messages are stored, were known already, or are set aside. */
  done: 0,
  /** Some were not used, or a file could not be read. */
  problems: 1,
  wrongUse: 2,
  /** The database or something else failed. */
  failed: 5,
} as const;

/** Lines of the usage text that explain them. */
export const FEED_EXIT_STATUS_HELP = `Exit status with files:
  0  all messages are stored, were known already, or are set aside
  1  some were not used, or a file could not be read
  2  wrong use, or wrong settings
  5  failed: the database, the disk or something else. Run it again: what is stored stays as it is
`;

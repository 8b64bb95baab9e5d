/** An import ended with some of its parts stored. The same folder stores what is missing. */
export class ImportInterrupted extends Error {
  /**
   * @param importId of its row in `imports`
   * @param because what ended it
   */
  constructor(
    readonly importId: number,
    readonly because: Error,
  ) {
    super("some parts of the import are stored", { cause: because });
  }
}

/** Somebody else changed the data between the checks of an import and its storing. */
export class ImportConflict extends Error {
  constructor() {
    super(
      "The data were changed by somebody else while the files were read. Nothing was stored; please start the import again.",
    );
  }
}

/** Somebody else changed the data between the checks of an import and its storing. */
export class ImportConflict extends Error {
  constructor() {
    super(
      "Somebody else changed the data while the files were read. Nothing was stored. Please start the import again.",
    );
  }
}

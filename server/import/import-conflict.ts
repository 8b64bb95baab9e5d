import { CommandError } from "~server/command-line/command-error";

/** Somebody else changed the data between the checks of an import and its storing. */
export class ImportConflict extends CommandError {
  constructor() {
    super(
      "Somebody else changed the data while the files were read. Nothing was stored. Please start the import again.",
    );
  }
}

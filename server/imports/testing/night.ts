import { rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { Dialect } from "~/runtime/database/connect.server";
import { NO_PROGRESS } from "~server/command-line/progress";
import type { Store } from "~server/store/open-store";
import { makeStorePlace } from "~server/testing/store-place";
import { censusTask, importCensus, type ImportOptions } from "../import-census";
import { reportedImport } from "../reported-import";
import { importRows, writeCensus, type CensusRows } from "./census-files";
import { FULL_CENSUS, NIGHT, NIGHT_OPTIONS } from "./changed-census";
import { steadyPace } from "./parts";

interface NightOptions extends Partial<ImportOptions> {
  rows?: CensusRows;
  clock?: () => Date;
}

export type OpenNight = Awaited<ReturnType<typeof openNight>>;

/** A database with the census of before, and imports of {@link NIGHT} or other rows; gone when the test ends. */
export async function openNight(dialect: Dialect) {
  const place = await makeStorePlace(dialect);
  onTestFinished(() => place.remove());
  const open = async (): Promise<Store> => {
    const opened = await place.open();
    onTestFinished(() => opened.close());
    return opened;
  };
  const store = await open();
  await importRows(store, FULL_CENSUS);
  const folderOf = (rows: CensusRows) => {
    const folder = writeCensus(rows);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  };
  const optionsOf = ({ rows = NIGHT, ...more }: NightOptions) => ({
    ...NIGHT_OPTIONS,
    store,
    folder: more.folder ?? folderOf(rows),
    dataDir: place.dataDir,
    progress: NO_PROGRESS,
    pace: steadyPace(),
    ...more,
  });
  return {
    place,
    store,
    open,
    folderOf,
    importUnreported: (options: NightOptions = {}) =>
      importCensus(optionsOf(options)),
    importNight: ({ clock, ...options }: NightOptions = {}) =>
      reportedImport({
        ...censusTask(optionsOf(options)),
        ...(clock && { clock }),
      }),
  };
}

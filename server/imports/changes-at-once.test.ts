import { beforeEach, describe, expect, test } from "vitest";
import {
  checkFigures,
  FiguresConflict,
  mendFigures,
} from "~server/measures/check/check-figures";
import type { Store } from "~server/store/open-store";
import { afterEachStatement } from "~server/testing/after-each-statement";
import { runFile } from "~server/testing/child-process";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { ImportConflict } from "./import-report";
import { contentOf, type CensusRows } from "./testing/census-files";
import { NIGHT } from "./testing/changed-census";
import { openNight, type OpenNight } from "./testing/night";

const nothing = () => Promise.resolve();

/** Of patients whom {@link NIGHT} changes too, in the same facilities. */
const OTHER_NIGHT: CensusRows = {
  "stays.csv": [
    "901,1003,100,9000000002,2026-02-01,2026-04-01,hospital,true",
    "902,1001,200,9000000001,2026-02-01,,hospital,false",
    "903,1009,300,9000000001,2026-03-01,,community,true",
  ],
  "transfers.csv": ["902,1001,200,2026-02-11,inpatient,false"],
};

/** The statement of an import that reads which data are there, of which it then works out its changes. */
const STATE_IS_READ = 2;

/** A promise, and what resolves it. */
function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

describe.each(TEST_DIALECTS)("changes at once on %s", (dialect) => {
  let night: OpenNight;
  let one: Store;
  let other: Store;
  beforeEach(async () => {
    night = await openNight(dialect);
    one = night.store;
    other = await night.open();
  });

  const importOther = (store = other) =>
    night.importUnreported({ store, rows: OTHER_NIGHT });

  /** An import that has done everything but to make it last, and ends when it may. */
  async function almostImported() {
    const done = signal();
    const end = signal();
    const result = night.importUnreported({
      record: {
        refuseBeside: nothing,
        takeTurn: nothing,
        isLastUnfinished: () => Promise.resolve(false),
        begin: () => Promise.resolve(0),
        renew: nothing,
        async end() {
          done.give();
          await end.given;
        },
      },
    });
    await Promise.race([done.given, result]);
    return { result, end: end.give };
  }

  /** An import that has read the data, and waits for whoever stores now. */
  async function lateImport() {
    const hasRead = signal();
    const late = importOther(
      afterEachStatement(other, (number) => {
        if (number === STATE_IS_READ) hasRead.give();
      }),
    );
    const refusal = expect(late).rejects.toThrow(ImportConflict);
    await hasRead.given;
    return { refusal };
  }

  async function expectAgreement() {
    expect((await checkFigures(one.db)).places).toEqual([]);
  }

  test("an import that read the data before another one stored its own waits for that, and is refused", async () => {
    const first = await almostImported();
    const { refusal } = await lateImport();
    first.end();
    expect(await first.result).toMatchObject({ outcome: "stored" });
    await refusal;
    await expectAgreement();
    const { stays } = await contentOf(one);
    expect(stays.filter(({ id }) => id > 900)).toEqual([]);

    expect(await importOther()).toMatchObject({ outcome: "stored" });
    await expectAgreement();
  });

  test("a rebuild of what was checked before an import stored its data waits for that, and is refused", async () => {
    await one.db.deleteFrom("absences").execute();
    const { version } = await checkFigures(other.db);
    const first = await almostImported();
    const refusal = expect(mendFigures(other, version)).rejects.toThrow(
      FiguresConflict,
    );
    first.end();
    expect(await first.result).toMatchObject({ outcome: "stored" });
    await refusal;

    const again = await checkFigures(other.db);
    expect(again.places).not.toEqual([]);
    await mendFigures(other, again.version);
    await expectAgreement();
  });

  test("an import that read the data before a rebuild waits for that, and is refused", async () => {
    const { version } = await checkFigures(one.db);
    const isAtIt = signal();
    const goOn = signal();
    const rebuild = mendFigures(
      afterEachStatement(one, async (number) => {
        if (number > 1) return;
        isAtIt.give();
        await goOn.given;
      }),
      version,
    );
    await isAtIt.given;
    const { refusal } = await lateImport();
    goOn.give();
    await rebuild;
    await refusal;
    await expectAgreement();
  });

  test("two commands at once store both, one after the other, or one of them says that it has to be started again", async () => {
    const command = (folder: string) =>
      runFile(
        "server/imports/command.ts",
        [folder, "--allow-removal=stays,transfers,patients,divisions"],
        night.place.env,
      ).ended;
    const folders = [NIGHT, OTHER_NIGHT].map(night.folderOf);
    const ended = await Promise.all(folders.map(command));
    await expectAgreement();
    expect(ended.map(({ status }) => status)).toContain(0);
    for (const [at, { status }] of ended.entries()) {
      expect([0, 6]).toContain(status);
      if (status === 6) {
        expect((await command(folders[at] ?? "")).status).toBe(0);
      }
    }
    await expectAgreement();
    const { stays } = await contentOf(one);
    expect(stays.filter(({ id }) => id > 900)).toHaveLength(3);
  });
});

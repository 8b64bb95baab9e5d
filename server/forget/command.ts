import { CommandError } from "~server/command-line/command-error";
import { runOnStore } from "~server/command-line/run-on-store";
import type { Settings } from "~/contract/settings";
import { countFiles } from "~server/messages/transport/folder";
import { forgetResident } from "./forget-resident";

const USAGE = `Usage: npm run forget -- RESIDENT [--dry-run]

Takes away for good the name of a resident and all that was written of them: names, record number, texts of notes, reasons and
diagnoses of transfers, and messages as they came. Stored CMS reports of facilities that the resident was in go too. Stays and
transfers remain, so that all figures do. RESIDENT is the number of the patient: the patient_id of the census and of the CSV
files, or that of the address of the resident's page. A server may go on running. The audit trail says whose data went, by the
number alone.

  --dry-run  says what would go, and changes nothing

Exit status:
  0  it is gone, or was before
  1  nobody has this number
  2  wrong use, or wrong settings
  5  failed: the database, the disk or something else. Nothing was changed
`;

const STATUS = { done: 0, unknown: 1, wrongUse: 2, failed: 5 } as const;

interface Arguments {
  patientId: number;
  isDryRun: boolean;
}

/** Residents known only from messages have negative ids, which look like options. */
function readArguments(given: readonly string[]): Arguments | null {
  const isDryRun = given.includes("--dry-run");
  const [id, ...rest] = given.filter((one) => one !== "--dry-run");
  return rest.length === 0 && /^-?[1-9]\d{0,14}$/.test(id ?? "")
    ? { patientId: Number(id), isDryRun }
    : null;
}

async function forget({ patientId, isDryRun }: Arguments): Promise<void> {
  await runOnStore(
    async ({ db }, settings) => {
      const now = new Date();
      const gone = await forgetResident(db, patientId, { isDryRun, now });
      if (gone === null) {
        process.stderr.write(`No resident has the number ${patientId}.\n`);
        process.exitCode = STATUS.unknown;
        return;
      }
      const lines = gone.map(({ what, count }) => `  ${count} ${what}`);
      const title = isDryRun ? "These would go" : "These are gone";
      process.stdout.write(
        `${title} of resident ${patientId}:\n${lines.join("\n")}\nStays, transfers and all figures remain. Backups, and files that were made before, still have the rest.\n${await describeFolder(settings)}`,
      );
    },
    () => STATUS.failed,
    ({ API_URL }) => {
      if (API_URL) {
        throw new CommandError(
          "The data are at the API host of API_URL. Forget the resident there.",
        );
      }
    },
    "Nothing was changed.",
  );
}

/** Message files are not indexed by resident: the operator searches them or waits until they are deleted. */
async function describeFolder({
  HL7_DIR,
  FEED_RETENTION_DAYS,
}: Settings): Promise<string> {
  if (HL7_DIR === undefined) return "";
  try {
    const { waiting, taken } = await countFiles(HL7_DIR);
    return `HL7_DIR (${HL7_DIR}) has ${waiting + taken} files with messages as they came: ${waiting} to be taken, ${taken} that were. Taken ones are deleted after ${FEED_RETENTION_DAYS} days. Delete those that name the resident.\n`;
  } catch {
    return `HL7_DIR (${HL7_DIR}) could not be read. Look there for messages that name the resident.\n`;
  }
}

const given = process.argv.slice(2);
const task = readArguments(given);
if (given.includes("--help")) process.stdout.write(USAGE);
else if (task) await forget(task);
else {
  process.stderr.write(USAGE);
  process.exitCode = STATUS.wrongUse;
}

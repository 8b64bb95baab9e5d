import { reportListWords } from "~/features/cms-requests/rules/report-list-words";
import { Chip } from "~/ui/chip";

/** Marks a file that tells of ISNP residents alone. */
export function IsnpMark() {
  return (
    <>
      {" "}
      <Chip tone="quiet">{reportListWords.isnpOnly}</Chip>
    </>
  );
}

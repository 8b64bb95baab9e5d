import { reportListWords } from "~/domain/qies/report-list-words";
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

import type {
  CmsConnector,
  CmsOrder,
} from "~server/cms-requests/cms-connector";
import { drawReport } from "~server/cms-requests/pdf/draw-report";
import type { ReportContent } from "~server/cms-requests/report-content";
import type { Database } from "~server/store/schema";
import { composeReport } from "./compose-report";

/** Makes reports from the census, for installations without an operator's connector. */
export function createLocalConnector(
  reading: Reading,
  siteName: string,
): CmsConnector {
  return {
    async fetchReport(order, { signal, now }) {
      const content = await makeLocalReport(
        // Read everything before drawing, to release the snapshot.
        reading,
        order,
        { now, siteName, signal },
      );
      return content
        ? { state: "ready", content }
        : {
            state: "refused",
            words: "This report cannot be made from the census.",
          };
    },
  };
}

type Read = (db: Database) => Promise<ReportContent | null>;
type Reading = (read: Read) => Promise<ReportContent | null>;

/** A report as the parts of a PDF; null for a type without a local report. */
export async function makeLocalReport(
  reading: Reading,
  order: CmsOrder,
  {
    now,
    siteName,
    signal,
  }: { now: Date; siteName: string; signal: AbortSignal },
): Promise<Uint8Array[] | null> {
  const content = await reading((db) =>
    composeReport(db, order, { now, siteName }),
  );
  if (!content) return null;
  signal.throwIfAborted();
  return drawReport(content, { madeAt: now, maker: siteName, signal });
}

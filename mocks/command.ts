import { readSettings } from "~server/env";
import { startMockHost } from "./mock-host";

/** `npm run mocks -- 4010`: the mock host on the data of DATA_DIR, for whoever works on the portal. */
const port = Number(process.argv[2] ?? 0);
const { url, close } = await startMockHost({ settings: readSettings(), port });
process.stdout.write(`${url}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void close());
}

import { startMockHost } from "./host";

/** `node --import tsx mocks/command.ts 4010`: the mock host alone, for development and browser tests. */
const port = Number(process.argv[2] ?? 0);
const { url, close } = await startMockHost({ port });
process.stdout.write(`${url}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void close());
}

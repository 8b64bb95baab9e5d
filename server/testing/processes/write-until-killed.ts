import { openStore } from "~server/store/open-store";
import { namelessPhysician } from "~server/testing/nameless-physician";

/** Stores physicians 1, 2, 3…; prints each number once acknowledged. */
async function main(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir });
  for (let npi = 1; ; npi++) {
    await store.db
      .insertInto("physicians")
      .values({ ...namelessPhysician(npi), first_name: "x".repeat(500) })
      .execute();
    await new Promise((resolve) => process.stdout.write(`${npi}\n`, resolve));
  }
}

await main(process.argv[2] ?? "");

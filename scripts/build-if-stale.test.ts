import { expect, it, vi } from "vitest";
import { buildIfStale } from "./build-if-stale.mjs";

it(
  "builds nothing where nothing has changed since the last build",
  { timeout: 120_000 },
  async () => {
    await buildIfStale();
    const onBuild = vi.fn();
    await buildIfStale(onBuild);
    expect(onBuild).not.toHaveBeenCalled();
  },
);

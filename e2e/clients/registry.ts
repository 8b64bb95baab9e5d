import type { Client } from "./client";

/** Every client of the matrix, in its order. Each is loaded when it is asked for. */
export const CLIENTS: Record<string, () => Promise<Client>> = {
  chromium: async () => (await import("./browsers/chromium")).chromium,
  "chromium-87": async () =>
    (await import("./browsers/qt-webengine")).qtWebengine,
  firefox: async () => (await import("./browsers/firefox")).firefox,
  webkit: async () => (await import("./browsers/webkit")).webkit,
};

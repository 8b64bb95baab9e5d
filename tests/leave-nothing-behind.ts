import { afterAll, afterEach, vi } from "vitest";

// A limit against hanging, as `expect.poll` has it: a module that is loaded on demand takes long on a busy machine.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 10_000 });
}

// Files of tests share a process: none may find a page, a clock or a global of the one before.
afterEach(async () => {
  vi.useRealTimers();
  if (typeof document === "undefined") return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});

afterAll(() => {
  vi.unstubAllGlobals();
  if (typeof document === "undefined") return;
  document.body.replaceChildren();
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

import { vi } from "vitest";

/** Replaces `@node-rs/argon2`; files in one process share it. */
export const verify = vi.fn();
export const hash = vi.fn();

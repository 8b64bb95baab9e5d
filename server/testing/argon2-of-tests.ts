import { vi } from "vitest";

/** In place of `@node-rs/argon2`: each test says what a password's hash is. Files that share a process share these two. */
export const verify = vi.fn();
export const hash = vi.fn();

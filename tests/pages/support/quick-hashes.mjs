/**
 * To be loaded before the import of a census: its passwords get hashes that take no time to check, as the tests sign in a
 * thousand times. What a portal itself hashes, and the check of a name that nobody has, cost what they cost its users.
 */
import { createRequire } from "node:module";

const argon2 = createRequire(import.meta.url)("@node-rs/argon2");
const { hash } = argon2;

argon2.hash = (password, options) =>
  hash(password, { ...options, memoryCost: 64, timeCost: 1 });

import type { Config } from "tailwindcss";
import whole, { REPORTS_AND_USERS } from "./tailwind.config";

/** The same visual language for the pages that profiles are not made of. */
export default {
  ...whole,
  content: [
    ...REPORTS_AND_USERS,
    "!./app/**/*.test.{ts,tsx}",
    "!./app/features/*/rules/**",
  ],
  // A class here, and a word elsewhere.
  blocklist: whole.blocklist.filter((word) => word !== "contents"),
} satisfies Config;

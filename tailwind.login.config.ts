import type { Config } from "tailwindcss";
import whole from "./tailwind.config";

/**
 * The same visual language for the login page alone (app/login-sheet.server.ts): what a stranger's page is made of.
 * tests/pages/thin-line.test.ts tells which file is missing here.
 */
export default {
  ...whole,
  content: [
    "./app/root.tsx",
    "./app/features/shell/page-frame.tsx",
    "./app/features/shell/notices/notice-area.tsx",
    "./app/features/sign-in/login/login-screen.tsx",
    "./app/ui/{brand-mark,button,error-summary,field,notice,password-field}.tsx",
  ],
} satisfies Config;

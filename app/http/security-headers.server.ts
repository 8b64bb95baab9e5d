import { isPublicHttps } from "~/env.server";

const PERMISSIONS = ["camera", "geolocation", "microphone", "payment", "usb"];

/** Headers of every answer, documents, data and files alike. */
export const SECURITY_HEADERS: readonly [name: string, value: string][] = [
  ["X-Content-Type-Options", "nosniff"],
  // With no-referrer browsers would send the Origin of a form as null.
  ["Referrer-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Permissions-Policy", PERMISSIONS.map((one) => `${one}=()`).join(", ")],
  ...(isPublicHttps
    ? [["Strict-Transport-Security", "max-age=31536000"] as [string, string]]
    : []),
];

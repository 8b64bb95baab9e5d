/** Headers of posts that no page of the portal sent; OWN is its own origin, null leaves a header out. */
export const FOREIGN_ORIGINS: [string, Record<string, string | null>][] = [
  ["a foreign Origin", { origin: "https://evil.example" }],
  ["Origin null", { origin: "null" }],
  ["no Origin", { origin: null }],
  ["an empty Origin", { origin: "" }],
  ["a garbage Origin", { origin: "::::" }],
  ["its own Origin and another", { origin: "OWN, https://evil.example" }],
  [
    "its own Origin as the name of a foreign user",
    { origin: "OWN@evil.example" },
  ],
  ["its own Origin with more to its name", { origin: "OWN.evil.example" }],
  [
    "its own Origin and Sec-Fetch-Site same-site",
    { "sec-fetch-site": "same-site" },
  ],
  [
    "a foreign Origin and a forged X-Forwarded-Host",
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  ],
  [
    "a foreign Origin and a forged Forwarded",
    { origin: "https://evil.example", forwarded: "host=evil.example" },
  ],
];

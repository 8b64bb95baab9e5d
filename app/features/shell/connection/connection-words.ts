export const connectionWords = {
  notSent: "Not sent: no connection.",
  stays: "No connection. This page stays as it was.",
  tryAgain: "Try again",
} as const;

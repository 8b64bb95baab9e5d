export const openReportsWords = {
  title: "Reports",
  empty:
    "No reports are open to your access level. Your account manager can open them.",
} as const;

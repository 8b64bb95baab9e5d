export const DOWNLOAD_TEXTS = {
  failed: "Metric data was not retrieved due to a system error.",
  badFilters:
    "No file was made, because the dates or filters were not understood.",
  backToProfile: "Back to the profile",
} as const;

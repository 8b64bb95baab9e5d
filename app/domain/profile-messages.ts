export const profileMessages = {
  blocks: {
    shortStay: "SS Hosp Metrics",
    longStay: "LS Hosp Metrics",
    general: "General",
  },
  ratings: "CMS 5 Star Ratings",

  quality: {
    card: "Quality score",
    modal: "Real-Time Hospitalization Metrics",
    details: "Details",
    ok: "OK",
  },

  graph: {
    fullScreen: "Full screen",
    dataTable: "Data table",
    addEvent: "Add event",
  },

  compare: {
    link: "Compare",
  },

  huddle: {
    link: "Huddle sheet",
  },
} as const;

/** The door of a feature to its data: above all layers but those who compose the server. */
const SERVICE = "^server/[^/]+/service\\.ts$";

/** The layers of server/ from the ground up, each with what it is made of. Above them are the files that compose the server. */
const SERVER_LAYERS = [
  [
    "clock",
    "clock/|(answer-cache|client-address|data-dir-lock|env|export-limit|log|reading-limit|refusal|secrets)\\.ts$",
  ],
  ["store", "store/"],
  ["command-line", "command-line/"],
  ["access", "access/"],
  ["audit", "audit/"],
  ["measures", "measures/"],
  ["auth", "auth/"],
  ["oidc", "oidc/"],
  ["users", "users/"],
  ["organisation-sign-in", "organisation-sign-in/"],
  ["reports", "reports/"],
  ["residents", "residents/"],
  ["reviews", "reviews/"],
  ["chart-notes", "chart-notes/"],
  ["notes", "notes/"],
  ["powerbi", "powerbi/"],
  ["qies", "qies/"],
  ["jobs", "jobs/"],
  ["feed/log", "feed/log/"],
  ["feed/apply", "feed/apply/"],
  ["demo", "demo/"],
  ["feed/senders", "feed/senders/"],
  ["import", "import/"],
  ["feed", "feed/"],
  ["forget", "forget/"],
  ["backup", "backup/"],
  ["move", "move/"],
  ["users-command", "users-command/"],
  ["door", "door/"],
  ["data-quality", "data-quality/"],
  ["handlers", "handlers/"],
];

/** Each layer may import itself and those below it: an arrow that runs up is an error. */
const layerRules = (tests) =>
  SERVER_LAYERS.map(([name, files], at) => ({
    name: `server-${name}-imports-no-layer-above`,
    severity: "error",
    from: { path: `^server/(${files})`, pathNot: [tests, SERVICE] },
    to: {
      path: "^server/",
      pathNot: SERVER_LAYERS.slice(0, at + 1).map(
        ([, below]) => `^server/(${below})`,
      ),
    },
  }));

module.exports = { SERVER_LAYERS, layerRules };

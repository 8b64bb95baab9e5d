/**
 * The import table of the design, one rule or more per row. It is a security control too: with the classic
 * Remix compiler a component that imports server code builds without a word and ships it to browsers.
 */
const TEST = "\\.test\\.tsx?$";
/** What tests are made with; it may use what is installed for development. */
const TEST_SUPPORT = "/testing/";
const SERVER_MODULE = "\\.server\\.tsx?$";
/** The door of a feature to its data. */
const SERVICE = "^server/[^/]+/service\\.ts$";
/** What features show each other: their rules, the navigation and notices of the frame, fields and lists that several have. */
const DOORS = [
  "[^/]+/(rules/|rules\\.ts$|(page-)?words\\.ts$)",
  "shell/(navigation/|search/|notices/client-notices\\.ts$|(shell-data|main-id)\\.ts$|(plain|error)-document\\.server\\.tsx$)",
  "(place-settings|report-filters)/",
  "data-quality/(census-marks|load-census-marks)",
  "embedded-reports/read-reports\\.server\\.ts$",
  "signals/news/",
  "users/form/",
  "profile/(filters/|drill-down/|(profile-links|profile-view|graph-href)\\.ts$)",
].join("|");
/** What a feature decides and says, without a framework, a clock or a user. */
const RULES = "app/features/[^/]+/(rules/|rules\\.ts$|(page-)?words\\.ts$)";
const ROUTE_MODULE = "^app/routes/[^/]+/route\\.tsx?$";

/** The layers of server/ from the ground up, each with its folders. Above them are the files that compose the server; its services may use all. */
const SERVER_LAYERS = [
  ["store", "clock|command-line|store"],
  ["measures", "access|audit|measures"],
  ["auth", "auth|oidc|organisation-sign-in|users"],
  [
    "reviews",
    "chart-events|cms-requests|jobs|messages/apply|notes|powerbi|reports|residents|reviews|targets|transfer-notices",
  ],
  ["messages", "demo|imports|messages"],
  ["handlers", "backup|data-quality|door|forget|handlers|move|users-command"],
];
/** What every layer may use. */
const GROUND =
  "(answer-cache|client-address|data-dir-lock|env|export-limit|log|reading-limit|refusal|secrets)\\.ts$";
const filesOf = (at) =>
  `^server/((${SERVER_LAYERS[at][1]})/${at === 0 ? `|${GROUND}` : ""})`;

/** Packages that only a server may load. */
const SERVER_PACKAGES =
  "^node_modules/(@hono/node-server|@node-rs|@remix-run/(node|serve|server-runtime)|@sentry|@types/(better-sqlite3|pdfkit|pg)|better-sqlite3|csv-parse|csv-stringify|hono|jose|kysely|lru-cache|openid-client|pdfkit|pg|pino|remix-auth|remix-auth-form)/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module, or three.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "Nobody imports it and it imports nobody: it is dead.",
      severity: "error",
      from: {
        orphan: true,
        pathNot: [
          "\\.d\\.ts$",
          TEST_SUPPORT,
          ROUTE_MODULE,
          "^app/(root|entry\\.(client|server))\\.tsx$",
          // Wire shapes of calls; some are answered in a later release.
          "^app/contract/",
        ],
      },
      to: {},
    },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "product-runs-without-dev-dependencies",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: TEST_SUPPORT },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only", "type-import"],
        pathNot: "^node_modules/@types/",
      },
    },
    {
      name: "product-runs-without-test-support",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: TEST_SUPPORT },
      to: { path: [TEST_SUPPORT, "^(bench|mocks)/"] },
    },

    {
      name: "domain-is-pure",
      comment: "domain/ may import itself and date-fns.",
      severity: "error",
      from: { path: "^app/domain/" },
      to: { pathNot: ["^app/domain/", "^node_modules/date-fns/"] },
    },
    {
      name: "rules-are-pure",
      comment:
        "The rules of a feature may import domain/, the rules of other features and date-fns.",
      severity: "error",
      from: { path: `^${RULES}` },
      to: {
        pathNot: ["^app/domain/", `^${RULES}`, "^node_modules/date-fns/"],
        dependencyTypesNot: ["type-only", "type-import"],
      },
    },
    {
      name: "contract-is-shapes",
      comment: "contract/ may import zod, domain/ and the rules of features.",
      severity: "error",
      from: { path: "^app/contract/" },
      to: {
        pathNot: ["^app/(contract|domain)/", `^${RULES}`, "^node_modules/zod/"],
      },
    },
    {
      name: "ui-knows-no-business",
      comment:
        "ui/ and rendering/ may import each other, Radix, React and Remix's React half.",
      severity: "error",
      from: { path: "^app/(ui|rendering)/", pathNot: SERVER_MODULE },
      to: {
        pathNot: [
          "^app/(ui|rendering)/",
          "^node_modules/(@radix-ui/[^/]+|@types/react|@types/react-dom|react|react-dom|@remix-run/react)/",
        ],
      },
    },
    {
      name: "data-and-session-know-contract-and-domain",
      comment:
        "data/ and session/ may import contract/, domain/, runtime/, each other, the paths, the settings and the log.",
      severity: "error",
      from: { path: "^app/(data|session)/" },
      to: {
        path: "^app/",
        pathNot: `^app/((contract|domain|runtime|data|session)/|(sign-in-)?paths\\.ts$|[^/]+\\.server\\.ts$)|^${RULES}`,
      },
    },
    {
      name: "data-session-and-server-draw-nothing",
      severity: "error",
      from: { path: "^(app/(data|session)|server)/" },
      to: {
        path: "^node_modules/(react|react-dom|@remix-run/(react|serve)|@radix-ui/[^/]+)/",
      },
    },
    {
      name: "features-do-not-import-features",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: {
        path: "^app/features/",
        pathNot: `^app/features/($1/|${DOORS})`,
      },
    },
    {
      name: "features-know-ui-domain-contract",
      comment:
        "features/ may import ui/, rendering/, domain/, contract/ and the paths; data/ and session/ from *.server.ts files only.",
      severity: "error",
      from: { path: "^app/features/", pathNot: SERVER_MODULE },
      to: {
        path: "^app/",
        pathNot:
          "^app/((features|ui|rendering|domain|contract)/|[a-z-]*paths\\.ts$)",
        dependencyTypesNot: ["type-only", "type-import"],
      },
    },
    {
      name: "nothing-imports-routes",
      severity: "error",
      from: { path: "^(app|server|mocks)/" },
      to: { path: "^app/routes/" },
    },

    {
      name: "server-code-stays-on-the-server",
      comment:
        "What a browser may load imports no *.server module, no server package and nothing of server/. Routes may: the compiler strips their loaders.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: [
          SERVER_MODULE,
          ROUTE_MODULE,
          "^app/(root|entry\\.server)\\.tsx$",
        ],
      },
      to: {
        path: [SERVER_MODULE, SERVER_PACKAGES, "^server/"],
        dependencyTypesNot: ["type-only", "type-import"],
      },
    },
    {
      name: "browsers-have-no-node",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: [SERVER_MODULE, "^app/entry\\.server\\.tsx$"],
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "one-door-to-the-data-server",
      comment:
        "Only app/data/in-process.server.ts may import server/: it composes the two halves. Loaders and actions ask the services.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: "^app/data/in-process\\.server\\.ts$",
      },
      to: { path: "^server/", pathNot: SERVICE },
    },
    {
      name: "runtime-knows-no-product",
      comment:
        "runtime/ is what both halves ask of Node; it may import Node and itself.",
      severity: "error",
      from: { path: "^app/runtime/" },
      to: { path: "^(app|server|mocks)/", pathNot: "^app/runtime/" },
    },
    {
      name: "server-knows-contract-and-domain",
      comment:
        "server/ may import of the portal contract/, domain/, runtime/ and the rules of features only.",
      severity: "error",
      from: { path: "^server/" },
      to: {
        path: "^(app|mocks|e2e|tests)/",
        pathNot: `^app/(contract|domain|runtime)/|^${RULES}`,
      },
    },
    {
      name: "mocks-know-server-contract-and-domain",
      severity: "error",
      from: { path: "^mocks/" },
      to: {
        path: "^(app|e2e|tests)/",
        pathNot: `^app/(contract|domain)/|^${RULES}`,
      },
    },
    ...SERVER_LAYERS.map(([name], at) => ({
      name: `server-${name}-imports-no-layer-above`,
      severity: "error",
      from: { path: filesOf(at), pathNot: [TEST_SUPPORT, SERVICE] },
      to: {
        path: "^server/",
        pathNot: SERVER_LAYERS.slice(0, at + 1).map((_, below) =>
          filesOf(below),
        ),
      },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Half of the modules are tests, which may import anything.
    exclude: { path: ["^(build|public)/", TEST] },
    skipAnalysisNotInRules: true,
    moduleSystems: ["es6"],
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
      extensions: [".ts", ".tsx", ".js", ".css"],
      // On a slow machine the default of four seconds forgets what was looked up.
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
  },
};

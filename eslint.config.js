import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const TYPESCRIPT = ["**/*.ts", "**/*.tsx"];
const TESTS = ["**/*.test.ts", "**/*.test.tsx", "tests/**", "e2e/**"];
const ROUTE_MODULES = [
  "app/root.tsx",
  "app/entry.*.tsx",
  "app/routes/*/route.ts",
  "app/routes/*/route.tsx",
];
const CONFIGURATION = ["*.config.ts", "*.config.js", "*.cjs"];

const noExportAll = {
  selector: "ExportAllDeclaration",
  message: "Name what is exported; `export *` makes a barrel.",
};
const noDefaultExport = {
  selector: "ExportDefaultDeclaration",
  message: "Named exports only, but for route modules and tool configuration.",
};
const noProcessEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    "Settings are parsed once, in app/env.server.ts and server/env.ts. Import them from there.",
};
const noStyleAttribute = {
  selector: "JSXAttribute[name.name='style']",
  message:
    "The content security policy blocks style attributes. Use a class of tailwind.config.ts.",
};
const noJsx = {
  selector: "JSXElement, JSXFragment",
  message: "This folder holds no JSX.",
};
const noClock = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Time is a parameter in the domain.",
  },
  {
    selector:
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Time is a parameter in the domain.",
  },
];

/** The rule takes one list per file, so each group of files names its whole list. */
function restricted(...selectors) {
  return { "no-restricted-syntax": ["error", ...selectors] };
}

export default defineConfig(
  globalIgnores([
    "build/",
    "public/build/",
    "data/",
    "playwright-report/",
    "test-results/",
  ]),
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-async-promise-executor": "error",
      "no-control-regex": "error",
      "no-empty": "error",
      "no-fallthrough": "error",
      "no-irregular-whitespace": "error",
      "no-misleading-character-class": "error",
      "no-prototype-builtins": "error",
      "no-self-assign": "error",
      "no-unsafe-finally": "error",
      "no-useless-escape": "error",
      "no-console": "error",
      "no-template-curly-in-string": "error",
      "max-lines": ["error", 300],
    },
  },

  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      // A Remix loader throws Responses.
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: [{ from: "lib", name: "Response" }, "TypedResponse"],
          allowThrowingUnknown: true,
        },
      ],
      // Handlers and loaders share one asynchronous shape, awaiting or not.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // Stores and servers are closures here, not classes: their methods may be taken out.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_" },
      ],
      ...restricted(noExportAll, noDefaultExport, noProcessEnv),
    },
  },

  {
    files: ["**/*.tsx", "app/**/*.ts"],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict],
    rules: {
      "react-hooks/exhaustive-deps": "error",
      "react-hooks/incompatible-library": "error",
      "react-hooks/unsupported-syntax": "error",
      // Safari drops the list role of a list without markers; a wide table's scroll region takes focus.
      "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
      "jsx-a11y/no-noninteractive-tabindex": [
        "error",
        { tags: [], roles: ["region", "tabpanel"] },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    rules: restricted(
      noExportAll,
      noDefaultExport,
      noProcessEnv,
      noStyleAttribute,
    ),
  },
  {
    files: ["app/{data,session,contract}/**"],
    rules: restricted(noExportAll, noDefaultExport, noProcessEnv, noJsx),
  },
  {
    files: ["app/domain/**"],
    rules: restricted(
      noExportAll,
      noDefaultExport,
      noProcessEnv,
      noJsx,
      ...noClock,
    ),
  },
  {
    files: ROUTE_MODULES,
    rules: restricted(noExportAll, noProcessEnv, noStyleAttribute),
  },
  {
    files: ["app/routes/*/route.tsx"],
    rules: { "max-lines": ["error", 150] },
  },
  {
    files: [
      "app/env.server.ts",
      "server/env.ts",
      "server/testing/property-runs.ts",
    ],
    rules: restricted(noExportAll, noDefaultExport),
  },

  {
    files: ["scripts/**", "bench/**", ...CONFIGURATION],
    rules: restricted(noExportAll),
  },
  {
    files: TESTS,
    rules: {
      "max-lines": "off",
      // An answer's body is checked by what the test expects of it.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      ...restricted(noExportAll, noDefaultExport),
    },
  },
  {
    files: ["**/*.data.ts"],
    rules: { "max-lines": "off" },
  },
);

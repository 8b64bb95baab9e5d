import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** A colour of the sheet: its light, dark, print and forced-colors values are in app/tailwind.css. */
const token = (name: string) => `var(--${name})`;

/** What no profile page is made of: its styles are in a second sheet, for the pages that have it (postcss.config.js). */
export const REPORTS_AND_USERS = [
  "./app/features/{after-hours,audit,changes,chart-events,cms-requests,data-quality/page,embedded-reports,facilities,groups,imports,medical-staff,messages,place-settings,residents,reviews,search,second-factor,signals,sign-in/change-password,targets,today,transfer-notices,transfers,users}/**/*.{ts,tsx}",
  "./app/routes/{census,change-password,changes,events,facilities,feed,incomplete-data,login_,patient-profile,reports,residents,reviews,search,sign-in-settings,signals,today,transfer,user}*/**/*.{ts,tsx}",
  "./app/ui/{choice-group,danger-button,entry-form,fact-list,facts,form-buttons,list-states,older-pages,paged-list,pager,question,question-dialog,resident-name,state-icons,text-table,unbroken-words,unsent-line}.tsx",
];

/**
 * The whole visual language. It replaces Tailwind's own scales, so that a colour or a size outside of it
 * does not compile to anything.
 */
export default {
  content: [
    "./app/{features,routes,ui}/**/*.{ts,tsx}",
    "./app/rendering/*.tsx",
    "./app/*.tsx",
    "!./app/**/*.test.{ts,tsx}",
    "!./app/features/*/rules/**",
    ...REPORTS_AND_USERS.map((files) => `!${files}`),
  ],
  // Every hover style needs a pointer that can hover: on touch it would stick.
  future: { hoverOnlyWhenSupported: true },
  // Words of the code that are no classes.
  blocklist: [
    "!facilities",
    "!name",
    "!notices",
    "!open",
    "contents",
    "fixed",
    "grow",
    "shrink",
    "table",
    "visible",
  ],
  corePlugins: {
    // app/styles/base.css resets what our pages have.
    preflight: false,
    // None of these is used, and each would add its defaults to the sheet.
    blur: false,
    backdropFilter: false,
    filter: false,
    ringWidth: false,
    touchAction: false,
    scrollSnapType: false,
    gradientColorStops: false,
    contain: false,
    borderSpacing: false,
    fontVariantNumeric: false,
    transform: false,
    translate: false,
    rotate: false,
    skew: false,
    scale: false,
    container: false,
    // Below, in words of their own.
    accessibility: false,
    boxShadow: false,
    content: false,
    space: false,
  },
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ink: token("ink"),
      muted: token("muted"),
      hairline: token("hairline"),
      control: token("control"),
      paper: token("paper"),
      wash: token("wash"),
      accent: token("accent"),
      "accent-strong": token("accent-strong"),
      "accent-wash": token("accent-wash"),
      "on-accent": token("on-accent"),
      bad: token("bad"),
      "bad-wash": token("bad-wash"),
      warn: token("warn"),
      "warn-wash": token("warn-wash"),
      good: token("good"),
      "good-wash": token("good-wash"),
    },
    fontFamily: {
      sans: [
        "system-ui",
        "-apple-system",
        '"Segoe UI"',
        "Roboto",
        '"Noto Sans"',
        '"Liberation Sans"',
        "sans-serif",
      ],
    },
    fontSize: {
      /** 14: tables, captions. */
      sm: ["0.875rem", "1.4"],
      /** 16: body. */
      base: ["1rem", "1.4"],
      /** 20: card figures. */
      lg: ["1.25rem", "1.4"],
      /** 24: headings of modals. */
      xl: ["1.5rem", "1.4"],
      /** 30: the page's heading. */
      "2xl": ["1.875rem", "1.4"],
    },
    fontWeight: { normal: "400", medium: "500", semibold: "600" },
    // A grid of 4 px, in rem so that it grows with the text.
    spacing: {
      0: "0",
      px: "1px",
      0.5: "0.125rem",
      1: "0.25rem",
      2: "0.5rem",
      3: "0.75rem",
      4: "1rem",
      5: "1.25rem",
      6: "1.5rem",
      8: "2rem",
      9: "2.25rem",
      10: "2.5rem",
      12: "3rem",
      16: "4rem",
      20: "5rem",
      24: "6rem",
      32: "8rem",
      40: "10rem",
      64: "16rem",
    },
    borderRadius: { none: "0", DEFAULT: "0.375rem", full: "9999px" },
    borderWidth: { 0: "0", DEFAULT: "1px", 2: "2px" },
    screens: {
      sm: "40rem",
      md: "48rem",
      lg: "64rem",
      xl: "80rem",
      /** A finger needs more room than a mouse. */
      touch: { raw: "(pointer: coarse)" },
      print: { raw: "print" },
    },
    extend: {
      keyframes: {
        progress: {
          from: { transform: "scaleX(0)" },
          to: { transform: "scaleX(0.95)" },
        },
        popup: {
          from: { opacity: "0", transform: "translateY(-0.25rem)" },
        },
      },
      /** Fast at first, then slower and slower: it does not know how long it will take. */
      animation: {
        progress: "progress 8s cubic-bezier(0, 0.9, 0.1, 1) forwards",
        /** The results of the header's search (R147). */
        popup: "popup 200ms ease-out",
      },
      maxWidth: {
        /** Past this a table row is too long to follow. */
        page: "100rem",
        /** Line length of running text. */
        prose: "40rem",
        form: "22rem",
        drawer: "26.25rem",
        modal: "60rem",
        /** The header's search: 400, 480 and 700 px (R147). */
        search: "25rem",
        "search-md": "30rem",
        "search-lg": "43.75rem",
      },
      minWidth: { 6: "1.5rem" },
      minHeight: { 6: "1.5rem", 9: "2.25rem", 10: "2.5rem" },
    },
  },
  plugins: [
    plugin(({ addUtilities, matchUtilities, theme }) => {
      matchUtilities(
        {
          "space-y": (gap: string) => ({
            "& > :not([hidden]) ~ :not([hidden])": {
              marginTop: gap,
              marginBottom: "0",
            },
          }),
        },
        { values: theme("spacing") },
      );
      addUtilities({
        ".shadow-float": { boxShadow: token("float") },
        ".shadow-none": { boxShadow: "none" },
        /** Words of a row as a block, which are its table's heads where there is room. */
        ".content-label": { content: "attr(data-label)" },
        ".content-sort": { content: '"Sort by"' },
        ".content-download": { content: '"Download\\a0"' },
      });
    }),
    plugin(({ addVariant }) => {
      /** Scripts run (app/rendering/blocked-scripts.server.ts), so what is laid out for them will be taken over. */
      addVariant("scripted", ":root[data-scripts] &");
    }),
    plugin(({ addVariant }) => {
      /** Rows of a table as blocks (app/ui/table.tsx, `blocksBelow`). */
      addVariant("stacked", [
        "@media screen and (max-width: 39.99rem) { .blocks & }",
        "@media screen and (max-width: 63.99rem) { .blocks-lg & }",
      ]);
    }),
    plugin(({ addUtilities }) => {
      /** For ears alone. A browser without grids is likely to draw no icons either, and then shows these words. */
      addUtilities({
        ".sr-only": { marginLeft: "0.25em" },
        "@supports (display: grid)": {
          ".sr-only": {
            position: "absolute",
            width: "1px",
            height: "1px",
            padding: "0",
            margin: "-1px",
            overflow: "hidden",
            clip: "rect(0, 0, 0, 0)",
            whiteSpace: "nowrap",
            borderWidth: "0",
          },
          ".not-sr-only": {
            position: "static",
            width: "auto",
            height: "auto",
            padding: "0",
            margin: "0",
            overflow: "visible",
            clip: "auto",
            whiteSpace: "normal",
          },
          /** Buttons that are told by their colour have a frame where colours are not known. */
          ".border-unseen": { borderColor: "transparent" },
        },
      });
    }),
  ],
} satisfies Config;

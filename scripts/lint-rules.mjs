/** Rules of the house that no linter has. `.oxlintrc.json` says where each holds. */

function reports(message, nodes) {
  return {
    create: (context) =>
      Object.fromEntries(
        Object.entries(nodes).map(([type, isMeant]) => [
          type,
          (node) => {
            if (isMeant(node)) context.report({ node, message });
          },
        ]),
      ),
  };
}

const always = () => true;

export default {
  meta: { name: "house" },
  rules: {
    "no-export-all": reports(
      "Name what is exported; `export *` makes a barrel.",
      { ExportAllDeclaration: always },
    ),
    "no-jsx": reports("This folder holds no JSX.", {
      JSXElement: always,
      JSXFragment: always,
    }),
    "no-clock": reports("Time is a parameter in the domain.", {
      NewExpression: ({ callee, arguments: args }) =>
        callee.name === "Date" && args.length === 0,
      CallExpression: ({ callee }) =>
        callee.object?.name === "Date" && callee.property?.name === "now",
    }),
  },
};

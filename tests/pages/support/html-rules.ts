import {
  HtmlValidate,
  StaticConfigLoader,
  type ResolvedConfig,
} from "html-validate";

/** Works the rules out once: by itself, html-validate does for each document, which costs a third of its time. */
class SameRules extends StaticConfigLoader {
  private rules?: ResolvedConfig | Promise<ResolvedConfig>;

  override getConfigFor(): ResolvedConfig | Promise<ResolvedConfig> {
    return (this.rules ??= super.getConfigFor(""));
  }
}

/**
 * The rules of every document that the portal sends: what html-validate recommends, what the standard demands and what
 * accessibility needs. Each rule that is off has its reason.
 */
export function htmlRules(): HtmlValidate {
  const rules = new SameRules({
    root: true,
    extends: [
      "html-validate:recommended",
      "html-validate:standard",
      "html-validate:a11y",
    ],
    rules: {
      // How React writes HTML, which means the same: charSet, <br/>, required="", hidden="".
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      // Without scripts a page leaves by itself once its session is over, which the page says (WCAG 2.2.1); not earlier.
      "meta-refresh": "off",
      // The policy blocks every style attribute.
      "no-inline-style": ["error", { allowedProperties: [] }],
      // The title of an error page is a sentence (R19).
      "long-title": ["error", { maxlength: 90 }],
      // WebKit does not count the items of a list without bullets, unless it is called a list.
      "no-redundant-role": "off",
      // Some voice control finds a box by the `for` of its label alone.
      "no-redundant-for": "off",
      // The boxes of a group share a name, as its radio buttons and the buttons of a form do.
      "form-dup-name": ["error", { shared: ["checkbox", "radio", "submit"] }],
      // A table's scroller is a region for the keyboard, and the bar at the top runs without a value.
      "prefer-native-element": [
        "error",
        { exclude: ["region", "progressbar"] },
      ],
    },
  });
  return new HtmlValidate(rules);
}

import type { Page } from "@playwright/test";

/** Sets the text as WCAG 1.4.12 says that a reader may: lines, paragraphs, letters and words further apart. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
       p { margin-bottom: 2em !important; }`,
    );
    document.adoptedStyleSheets = [sheet];
  });
}

/** The size that a reader has set in the browser, which sizes in rem and widths of media queries follow. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard } });
  await browser.detach();
}

/** Text of twice the size (WCAG 1.4.4) by a style of the page, not spaced any more: no media query knows of it. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    document.documentElement.style.fontSize = "200%";
  });
}

/**
 * What can be pressed and is smaller than 24 by 24 px (WCAG 2.5.8), but for links in a sentence, and for those around
 * whose middle a circle of 24 px touches no other target and no other's circle.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SIZE = 24;
    const isDialogOpen = document.querySelector("[role$=dialog]") !== null;
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        `${isDialogOpen ? "[role$=dialog] " : ""}:is(a[href], button, input:not([type=hidden]), select, textarea, summary)`,
      ),
    ].filter((one) => one.checkVisibility() && !one.closest(".sr-only"));
    const boxOf = (one: HTMLElement) => {
      const label = one.closest("label");
      return (label ?? one).getBoundingClientRect();
    };
    // What lies under the bar of a phone, open filters or a notice is no neighbour of theirs.
    const layerOf = (one: HTMLElement) =>
      one.closest(".page-nav, .filters, .notices");
    const isInSentence = (one: HTMLElement) =>
      getComputedStyle(one).display === "inline" &&
      (one.parentElement?.textContent.trim().length ?? 0) >
        one.textContent.trim().length;
    const boxes = targets.map(boxOf);
    const middles = boxes.map(({ x, y, width, height }) => ({
      x: x + width / 2,
      y: y + height / 2,
    }));
    const isSmall = (box: DOMRect) =>
      box.width < SIZE - 0.5 || box.height < SIZE - 0.5;
    return targets.flatMap((target, at) => {
      const box = boxes[at];
      const middle = middles[at];
      if (!box || !middle || box.width < 2 || !isSmall(box)) return [];
      if (isInSentence(target)) return [];
      const isCrowded = targets.some((other, place) => {
        const near = boxes[place];
        const its = middles[place];
        if (other === target || !near || !its || near.width < 2) return false;
        if (layerOf(other) !== layerOf(target)) return false;
        if (other.contains(target) || target.contains(other)) return false;
        const dx = Math.max(near.left - middle.x, 0, middle.x - near.right);
        const dy = Math.max(near.top - middle.y, 0, middle.y - near.bottom);
        if (Math.hypot(dx, dy) < SIZE / 2) return true;
        return (
          isSmall(near) && Math.hypot(its.x - middle.x, its.y - middle.y) < SIZE
        );
      });
      if (!isCrowded) return [];
      const name = target.getAttribute("aria-label") ?? target.textContent;
      return [
        `${target.tagName} '${name.trim().slice(0, 40)}' ${Math.round(box.width)} x ${Math.round(box.height)}`,
      ];
    });
  });
}

/** What moves by itself or in steps longer than a blink, where the reader wants no motion. */
export async function whatMoves(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MOST_SECONDS = 0.2;
    const longest = (text: string) =>
      Math.max(...text.split(",").map((one) => parseFloat(one)));
    return [...document.querySelectorAll("*")].flatMap((one) => {
      const style = getComputedStyle(one);
      const animates =
        style.animationName !== "none" &&
        longest(style.animationDuration) > MOST_SECONDS;
      // Colours may fade; places and sizes may not.
      const glides =
        /all|transform|top|left|width|height|margin/.test(
          style.transitionProperty,
        ) && longest(style.transitionDuration) > MOST_SECONDS;
      const smooth = style.scrollBehavior === "smooth";
      return animates || glides || smooth
        ? [`${one.tagName}.${one.getAttribute("class") ?? ""}`]
        : [];
    });
  });
}

/**
 * Texts of which a part is cut off where they are spaced (WCAG 1.4.12): what hides its overflow is smaller than what it
 * holds, or a list of choices shows less of the chosen one than without the spaces.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ROUNDING_PX = 1;
    const ARROW_PX = 20;
    const pen = document.createElement("canvas").getContext("2d");
    const isChoiceCut = (select: HTMLSelectElement) => {
      if (!pen) throw new Error("nothing to measure with");
      const style = getComputedStyle(select);
      const room =
        select.clientWidth -
        parseFloat(style.paddingLeft) -
        parseFloat(style.paddingRight) -
        ARROW_PX;
      const chosen = select.selectedOptions[0]?.text.trim() ?? "";
      pen.font = style.font;
      const isLong = pen.measureText(chosen).width > room;
      pen.letterSpacing = style.letterSpacing;
      pen.wordSpacing = style.wordSpacing;
      return !isLong && pen.measureText(chosen).width > room;
    };
    const isCut = (one: HTMLElement) => {
      if (one instanceof HTMLSelectElement) return isChoiceCut(one);
      const { overflowX, overflowY } = getComputedStyle(one);
      const hides = (overflow: string) => /hidden|clip/.test(overflow);
      return (
        (hides(overflowX) && one.scrollWidth > one.clientWidth + ROUNDING_PX) ||
        (hides(overflowY) && one.scrollHeight > one.clientHeight + ROUNDING_PX)
      );
    };
    // What `sr-only` does, by whatever rule.
    const isForEarsAlone = (one: Element | null): boolean =>
      one !== null &&
      (getComputedStyle(one).clip === "rect(0px, 0px, 0px, 0px)" ||
        isForEarsAlone(one.parentElement));
    return [...document.querySelectorAll<HTMLElement>("body :not(svg, svg *)")]
      .filter((one) => one.textContent.trim() !== "" && one.checkVisibility())
      .filter((one) => isCut(one) && !isForEarsAlone(one))
      .map((one) => `${one.tagName} '${one.innerText.trim().slice(0, 40)}'`);
  });
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { contrast } from '../../src/account/branding/colors.ts';
import { languages } from '../../src/platform/text/language.ts';
import { designs } from '../../src/templates/index.ts';

const thereIsChromium = hasChromium('designed templates are not tried in a browser.');

/** Where pictures of the templates go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;

interface Shown {
  text: string;
  color: string;
  /** Background of the nearest element that has one. */
  behind: string;
  size: number;
  weight: number;
}

/** Texts of the page with the colours that a person sees. */
const readTexts = `(() => {
  const hex = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    return parts[3] === 0 ? undefined : '#' + parts.slice(0, 3).map((part) => part.toString(16).padStart(2, '0')).join('');
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = hex(getComputedStyle(each).backgroundColor);
      if (color) return color;
    }
    return '#ffffff';
  };
  const shown = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (text === '' || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    shown.push({ text, color: hex(style.color), behind: behind(element), size: parseFloat(style.fontSize), weight: Number(style.fontWeight) });
  }
  return shown;
})()`;

/** Contrast that a text needs (WCAG 2.2, success criterion 1.4.3). */
const needed = ({ size, weight }: Shown) => (size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5);

describe.runIf(thereIsChromium)('designed templates in a browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ javaScriptEnabled: true });
    await page.route('**/*', (route) => route.abort());
  });
  afterAll(() => browser?.close());

  const all = designs.designNames.flatMap((design) => languages.map((language) => ({ design, language })));
  test.each(all)('$design in $language', async ({ design, language }) => {
    const { html } = await designs.designContents(design, { language, hasImprint: false });
    await page.setContent(html);
    for (const width of [320, 700]) {
      await page.setViewportSize({ width, height: 1000 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `${design} ${language} ${width} ${colorScheme}`;
        const scrolled = await page.evaluate('document.documentElement.scrollWidth');
        expect.soft(scrolled, `${name}: no scrolling sideways`).toBe(width);
        const texts = (await page.evaluate(readTexts)) as Shown[];
        expect(texts.length).toBeGreaterThan(10);
        const illegible = texts.filter((text) => contrast(text.color, text.behind) < needed(text));
        expect.soft(illegible, `${name}: legible`).toEqual([]);
        const dark = texts.every(({ behind }) => contrast(behind, '#ffffff') > 1.5);
        expect.soft(dark, `${name}: no white paper in dark mode`).toBe(colorScheme === 'dark' || dark);
        if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(' ', '-')}.png`, fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });
});

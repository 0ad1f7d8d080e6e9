import { type CssNode, generate, parse, type WalkContext, walk } from 'css-tree';
import type { HtmlPage } from './page.ts';

export interface Declaration {
  /** In small letters. */
  property: string;
  value: string;
}

/** Features used by the style sheets and style attributes of a page. */
export interface Styles {
  declarations: Declaration[];
  /** Such as `@media`, and what media queries ask for, such as `@media (orientation)`. */
  atRules: string[];
  /** Such as `calc()`. */
  functions: string[];
  /** Addresses of images: `url()` outside of `@import`, `@font-face` and `@namespace`. */
  images: string[];
  /** Of style sheets. */
  sheetBytes: number;
  /** Some of the CSS is nested too deeply to be read. */
  tooDeep: boolean;
}

/** Symbols of CSS that are read; no mail program reads half of that. */
const maxRead = 256 * 1024;
/** Brackets within brackets; the parser calls itself for each. */
const maxDepth = 100;
const withoutImages = new Set(['import', 'font-face', 'namespace']);

/** Reads all CSS of a page; what is no CSS is left out, as mail programs do. */
export function readStyles({ styles, elements }: HtmlPage): Styles {
  const found: Styles = { declarations: [], atRules: [], functions: [], images: [], sheetBytes: 0, tooDeep: false };
  let left = maxRead;
  const read = (css: string, context: 'stylesheet' | 'declarationList') => {
    if (left === 0) return;
    const part = css.slice(0, left);
    if (isDeep(part)) found.tooDeep = true;
    else collect(parse(part, { context, parseRulePrelude: false, onParseError: () => {} }), found);
    left = Math.max(0, left - css.length);
  };
  for (const { css } of styles) {
    found.sheetBytes += Buffer.byteLength(css);
    read(css, 'stylesheet');
  }
  for (const { attributes } of elements) {
    const style = attributes.get('style');
    if (style) read(style, 'declarationList');
  }
  return found;
}

/** Reports whether brackets are nested too deeply; those in comments and strings count too. */
function isDeep(css: string): boolean {
  let depth = 0;
  for (let at = 0; at < css.length; at++) {
    const symbol = css[at]!;
    if ('({['.includes(symbol) && ++depth > maxDepth) return true;
    if (')}]'.includes(symbol) && depth > 0) depth--;
  }
  return false;
}

function collect(tree: CssNode, found: Styles): void {
  walk(tree, function (this: WalkContext, node: CssNode) {
    switch (node.type) {
      case 'Declaration':
        found.declarations.push({ property: node.property.toLowerCase(), value: generate(node.value).toLowerCase() });
        break;
      case 'Atrule':
        found.atRules.push(`@${node.name.toLowerCase()}`);
        break;
      case 'Feature':
        found.atRules.push(`@media (${node.name.toLowerCase()})`);
        break;
      case 'Function':
        found.functions.push(`${node.name.toLowerCase()}()`);
        break;
      case 'Url':
        if (!withoutImages.has(this.atrule?.name.toLowerCase() ?? '')) found.images.push(node.value.trim());
    }
  });
}

import type { Styles } from '../content/css.ts';
import type { HtmlPage } from '../content/page.ts';

/** How often a page uses elements (`<svg>`), attributes (`[hidden]`), and what CSS has: `float`, `display:flex`, `@media`, `calc()`. */
export function usedFeatures({ elements }: HtmlPage, styles: Styles): Map<string, number> {
  const used = new Map<string, number>();
  const use = (feature: string) => used.set(feature, (used.get(feature) ?? 0) + 1);
  for (const { name, attributes } of elements) {
    use(`<${name}>`);
    for (const attribute of attributes.keys()) use(`[${attribute}]`);
  }
  for (const { property, value } of styles.declarations) {
    use(property);
    use(`${property}:${value}`);
  }
  for (const feature of [...styles.atRules, ...styles.functions]) use(feature);
  return used;
}

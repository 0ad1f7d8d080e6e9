import { type CheerioAPI, load } from 'cheerio';
import { type CssNode, generate, parse, walk } from 'css-tree';
import { escapeHtml } from '../../platform/text/escape.ts';

/** Writes CSS into HTML of users in a worker thread. */

interface Declaration {
  property: string;
  /** With its name, without `!important`. */
  text: string;
  important: boolean;
}

/** Declarations with one of their selectors. */
interface Rule {
  selector: string;
  specificity: number;
  declarations: readonly Declaration[];
}

/** A change of the source. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Located {
  name: string;
  sourceCodeLocation?: {
    startTag?: Place;
    attrs?: Readonly<Record<string, Place>>;
  } & Partial<Place>;
}
type Place = { startOffset: number; endOffset: number };

const maxRules = 2000;
/** Pseudo-classes that do not change while a mail is read. */
const lasting = new Set(
  'first-child last-child only-child nth-child nth-last-child first-of-type last-of-type nth-of-type not empty'.split(
    ' ',
  ),
);
const shownMedia = new Set(['', 'all', 'screen']);

/**
 * Returns HTML whose elements have in their `style` attributes what its `<style>` elements say of them; `undefined` if it is
 * nested too deeply. Only these attributes change, so that tags, Liquid and conditional comments keep their letters. The
 * `<style>` elements stay, for media queries and states.
 */
export function inlineCss(html: string): string | undefined {
  try {
    const $ = load(html, { sourceCodeLocationInfo: true });
    return edited(html, editsOf(html, $, readRules($)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readRules($: CheerioAPI): Rule[] {
  const rules: Rule[] = [];
  $('style').each((_, element) => {
    const css = $(element).text();
    const media = ($(element).attr('media') ?? '').trim().toLowerCase();
    // The braces of Liquid are none of CSS.
    if (!shownMedia.has(media) || /\{[{%]/.test(css)) return;
    const sheet = parse(css, { onParseError: () => {} });
    if (sheet.type !== 'StyleSheet') return;
    for (const node of sheet.children) if (node.type === 'Rule') rules.push(...rulesOf(node));
  });
  return rules.slice(0, maxRules);
}

function rulesOf({ prelude, block }: CssNode & { type: 'Rule' }): Rule[] {
  if (prelude.type !== 'SelectorList') return [];
  const declarations = [...block.children].flatMap((node): Declaration[] => {
    if (node.type !== 'Declaration') return [];
    const { property, value, important } = node;
    return [{ property, text: `${property}:${generate(value)}`, important: important !== false }];
  });
  return [...prelude.children].flatMap((selector) => {
    const specificity = specificityOf(selector);
    return specificity === undefined ? [] : [{ selector: generate(selector), specificity, declarations }];
  });
}

/** Selectors Level 4, section 17; `undefined` for what only a browser knows. */
function specificityOf(selector: CssNode): number | undefined {
  let specificity: number | undefined = 0;
  walk(selector, ({ type, ...node }) => {
    const name = 'name' in node && typeof node.name === 'string' ? node.name : '';
    const isLasting = type !== 'PseudoElementSelector' && (type !== 'PseudoClassSelector' || lasting.has(name));
    if (specificity === undefined || !isLasting) specificity = undefined;
    else if (type === 'IdSelector') specificity += 1_000_000;
    else if (type === 'ClassSelector' || type === 'AttributeSelector') specificity += 1000;
    else if (type === 'PseudoClassSelector' && name !== 'not') specificity += 1000;
    else if (type === 'TypeSelector' && name !== '*') specificity += 1;
  });
  return specificity;
}

function editsOf(html: string, $: CheerioAPI, rules: readonly Rule[]): Edit[] {
  const applied = new Map<Located, Rule[]>();
  for (const rule of rules.toSorted((one, other) => one.specificity - other.specificity)) {
    for (const element of select($, rule.selector)) {
      const known = applied.get(element);
      if (known) known.push(rule);
      else applied.set(element, [rule]);
    }
  }
  return Array.from(applied, ([element, ofElement]) => editOf(html, element, ofElement)).filter(
    (edit) => edit !== undefined,
  );
}

/** Elements of the body; those of the head are not shown. */
function select($: CheerioAPI, selector: string): Located[] {
  try {
    return $('body').find(selector).add($('body').filter(selector)).toArray() as unknown as Located[];
  } catch {
    // The library does not know the selector.
    return [];
  }
}

function editOf(html: string, { sourceCodeLocation }: Located, rules: readonly Rule[]): Edit | undefined {
  const start = sourceCodeLocation?.startTag?.startOffset ?? sourceCodeLocation?.startOffset;
  // An element that the source does not have, such as a tbody that is left out.
  if (start === undefined || html[start] !== '<') return undefined;
  const [normal, important] = [false, true].map((wanted) => winners(rules, wanted));
  const attribute = sourceCodeLocation?.attrs?.style;
  if (attribute === undefined) {
    const name = /^<[^\s/>]+/.exec(html.slice(start, start + 100))![0];
    const at = start + name.length;
    return { start: at, end: at, text: ` style="${escapeHtml([normal, important].filter(Boolean).join(';'))}"` };
  }
  const source = html.slice(attribute.startOffset, attribute.endOffset);
  const given = source.slice(source.indexOf('=') + 1).trim();
  const isQuoted = given.startsWith('"') || given.startsWith("'");
  const quote = isQuoted ? given[0] : '"';
  const own = (isQuoted ? given.slice(1, -1) : source.includes('=') ? given : '').trim().replace(/;$/, '');
  const text = [escapeHtml(normal!), own, escapeHtml(important!)].filter((part) => part !== '').join(';');
  return { start: attribute.startOffset, end: attribute.endOffset, text: `style=${quote}${text}${quote}` };
}

/** Joins the declarations that win, the later ones last. A rule may have several of a property, for older programs. */
function winners(rules: readonly Rule[], important: boolean): string {
  const byProperty = new Map<string, { rule: Rule; texts: string[] }>();
  for (const rule of rules)
    for (const { property, text, important: isImportant } of rule.declarations) {
      if (isImportant !== important) continue;
      const known = byProperty.get(property);
      if (known?.rule === rule) known.texts.push(text);
      else {
        byProperty.delete(property);
        byProperty.set(property, { rule, texts: [text] });
      }
    }
  return [...byProperty.values()].flatMap(({ texts }) => texts).join(';');
}

function edited(html: string, edits: readonly Edit[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(html.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return pieces.join('') + html.slice(end);
}

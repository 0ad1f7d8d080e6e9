import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { type HtmlCallbacks, readHtml } from '../../platform/text/html.ts';
import { lineCounter } from './lines.ts';

export interface PageElement {
  /** In small letters. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Line of its tag, from 1. */
  line: number;
  /** Symbols of visible text before it. */
  textBefore: number;
  /** Tables around it. */
  depth: number;
  /** Visible text in a link, and the alternative texts of its images; empty on other elements. */
  text: string;
}

/** Facts about an HTML document that the checks use, collected in one walk. */
export interface HtmlPage {
  elements: PageElement[];
  /** Visible text, white space collapsed. */
  text: string;
  /** Text of the `<style>` elements. */
  styles: { css: string; line: number }[];
  hasDoctype: boolean;
  /** The document ends inside of a tag, such as after an attribute without its closing quotation mark. */
  endsInTag: boolean;
  /** Elements that need an end tag and have none, with how many. */
  unclosed: Map<string, number>;
  /** End tags without a beginning, with how many. */
  stray: Map<string, number>;
}

const hidden = new Set(['head', 'script', 'style', 'title', 'template']);
const withoutEnd = new Set(
  'area base br col embed hr img input link meta source track wbr html head body p li dt dd option tr td th thead tbody tfoot colgroup'.split(
    ' ',
  ),
);
const maxLinkText = 1000;
/** Names of elements that are counted; a result has fewer findings. */
const maxNames = 10_000;
/** Of all elements without attributes: a map for each takes more memory than the element. */
const noAttributes: ReadonlyMap<string, string> = new Map();

export function readPage(html: string): HtmlPage {
  const page: HtmlPage = {
    elements: [],
    text: '',
    styles: [],
    hasDoctype: false,
    endsInTag: false,
    unclosed: new Map(),
    stray: new Map(),
  };
  const lineAt = lineCounter(html);
  let element: PageElement | undefined;
  let attributes: Map<string, string> | undefined;
  let attribute = '';
  let hiding: string | undefined;
  let link: PageElement | undefined;
  let tables = 0;
  const texts: string[] = [];
  let shown = 0;
  let afterSpace = true;

  const add = (counts: Map<string, number>, name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else if (counts.size < maxNames || counts.has(name)) counts.set(name, count);
  };
  const show = (text: string) => {
    const collapsed = text.replace(/\s+/g, ' ');
    const words = afterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (words === '') return;
    afterSpace = words.endsWith(' ');
    texts.push(words);
    shown += words.length;
    addToLink(words);
  };
  const addToLink = (text: string) => {
    if (link && link.text.length < maxLinkText) link.text += text;
  };
  const endOfTag = () => {
    page.endsInTag = false;
    const { name } = element!;
    if (hidden.has(name)) hiding ??= name;
    if (name === 'body') hiding = undefined;
    if (name === 'a') link = element;
    if (name === 'table') tables++;
    if (name === 'img') show(` ${attributes?.get('alt') ?? ''} `);
    if (!withoutEnd.has(name)) add(page.unclosed, name, 1);
  };

  const elements: HtmlCallbacks = {
    onopentagname: (start, end) => {
      attributes = undefined;
      const name = html.slice(start, end).toLowerCase();
      element = { name, attributes: noAttributes, line: lineAt(start), textBefore: shown, depth: tables, text: '' };
      page.elements.push(element);
      page.endsInTag = true;
    },
    onattribname: (start, end) => {
      attribute = html.slice(start, end).toLowerCase();
      if (attributes === undefined) {
        attributes = new Map();
        element!.attributes = attributes;
      }
      if (attributes.has(attribute)) attribute = '';
      else attributes.set(attribute, '');
    },
    onattribdata: (start, end) => {
      if (attribute) attributes?.set(attribute, decodeHTMLAttribute(html.slice(start, end)));
    },
  };
  /** What only Outlook shows is checked, and is none of the text and the structure that all others show. */
  const inComments: HtmlCallbacks = {
    ...elements,
    onopentagend: () => {
      page.endsInTag = false;
      if (element!.name === 'a') link = element;
      if (element!.name === 'img') addToLink(attributes?.get('alt') ?? '');
    },
    onclosetag: (start, end) => {
      if (html.slice(start, end).toLowerCase() === 'a') link = undefined;
    },
    ontext: (start, end) => addToLink(decodeHTML(html.slice(start, end))),
  };
  readHtml(
    html,
    {
      ...elements,
      ondeclaration: (start, end) => {
        page.hasDoctype ||= /^!?doctype\b/i.test(html.slice(start, Math.min(end, start + 20)));
      },
      onopentagend: endOfTag,
      onselfclosingtag: endOfTag,
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        if (hiding === name) hiding = undefined;
        if (name === 'a') link = undefined;
        if (name === 'table') tables = Math.max(0, tables - 1);
        if (withoutEnd.has(name)) return;
        if (page.unclosed.has(name)) add(page.unclosed, name, -1);
        else add(page.stray, name, 1);
      },
      ontext: (start, end) => {
        if (element?.name === 'style' && hiding !== undefined) {
          page.styles.push({ css: html.slice(start, end), line: lineAt(start) });
        } else if (hiding === undefined) show(decodeHTML(html.slice(start, end)));
      },
    },
    inComments,
  );
  page.text = texts.join('').trimEnd();
  for (const each of page.elements) each.text = each.text.replace(/\s+/g, ' ').trim();
  return page;
}

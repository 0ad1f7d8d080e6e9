import { decodeHTMLAttribute } from 'entities';
import { readHtml } from '../../platform/text/html.ts';
import { findTags } from '../personalization/tags.ts';

/** Limit of AMP for Email. */
const maxBytes = 200_000;

interface Element {
  name: string;
  attributes: Map<string, string>;
  /** The elements that are open around it are `head`. */
  inHead: boolean;
  /** Where its content begins. */
  end: number;
}

/** Marks of the `html` element; some keyboards write the sign with a selector of its form. */
const marks = ['⚡4email', '⚡\ufe0f4email', 'amp4email'];
const scripts = 'https://cdn.ampproject.org/v0';
/** Elements that web pages have, and what AMP for Email has in their place, if anything. */
const forbidden: Record<string, string> = {
  applet: '',
  audio: 'amp-audio',
  base: '',
  canvas: '',
  embed: '',
  frame: '',
  frameset: '',
  iframe: '',
  img: 'amp-img',
  link: '',
  object: '',
  video: '',
};

/**
 * Returns why mail programs would not show a part in AMP for Email; `undefined` if its frame is right. Whether each component is
 * used as it should be, the validator of the AMP project says.
 */
export function findAmpFault(amp: string): string | undefined {
  const bytes = Buffer.byteLength(amp);
  if (bytes > maxBytes)
    return `it must have at most ${maxBytes.toLocaleString('en')} bytes but has ${bytes.toLocaleString('en')}`;
  if (!/^\s*<!doctype html>/i.test(amp)) return 'it must begin with <!doctype html>';
  const elements = elementsOf(amp);
  return faultOfFrame(amp, elements) ?? firstOf(elements, faultOfElement) ?? faultOfTags(amp);
}

function faultOfFrame(amp: string, elements: readonly Element[]): string | undefined {
  const named = (name: string) => elements.find((element) => element.name === name);
  const html = named('html');
  if (!html || !marks.some((mark) => html.attributes.has(mark)))
    return 'its html element must be <html ⚡4email> or <html amp4email>';
  if (!named('head')) return 'it has no <head>';
  if (!named('body')) return 'it has no <body>';
  const [first, ...others] = elements.filter(({ inHead }) => inHead);
  if (first?.name !== 'meta' || first.attributes.get('charset')?.toLowerCase() !== 'utf-8')
    return '<meta charset="utf-8"> must come first in its <head>';
  if (!others.some(({ name, attributes }) => name === 'script' && attributes.get('src') === `${scripts}.js`))
    return `its <head> must have <script async src="${scripts}.js"></script>`;
  const boilerplate = others.find(
    ({ name, attributes }) => name === 'style' && attributes.has('amp4email-boilerplate'),
  );
  if (!boilerplate || !/^\s*body\s*\{\s*visibility\s*:\s*hidden;?\s*\}\s*<\/style/i.test(amp.slice(boilerplate.end)))
    return 'its <head> must have <style amp4email-boilerplate>body{visibility:hidden}</style>';
  return undefined;
}

function faultOfElement({ name, attributes }: Element): string | undefined {
  const instead = Object.hasOwn(forbidden, name) ? forbidden[name] : undefined;
  if (instead !== undefined) return `<${name}> is forbidden${instead && `; use <${instead}>`}`;
  const handler = [...attributes.keys()].find((key) => /^on./.test(key));
  if (handler) return `<${name} ${handler}> is forbidden; actions of AMP stand in the attribute "on"`;
  const script = [...attributes].find(([, value]) => /^\s*javascript:/i.test(value));
  if (script) return `<${name} ${script[0]}> leads to a script, which is forbidden`;
  if (name !== 'script' || attributes.get('type') === 'application/json') return undefined;
  const src = attributes.get('src');
  if (src !== undefined && attributes.has('async') && (src === `${scripts}.js` || src.startsWith(`${scripts}/`)))
    return undefined;
  return `scripts are forbidden but for those of AMP itself (<script async src="${scripts}…">) and data of the type application/json`;
}

/** An expression would run what the value of a contact says. */
function faultOfTags(amp: string): string | undefined {
  let name = '';
  let fault: string | undefined;
  readHtml(amp, {
    onattribname: (start, end) => {
      name = amp.slice(start, end).toLowerCase();
    },
    onattribdata: (start, end) => {
      if (!/^(?:\[|data-amp-bind-|on$)/.test(name) || findTags(amp.slice(start, end), 'html', []).length === 0) return;
      fault ??= `the attribute "${name}" is an expression of AMP, in which no tags can be filled`;
    },
  });
  return fault;
}

function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  let inHead = false;
  let attribute = '';
  const open = () => elements.at(-1)!;
  readHtml(html, {
    onopentagname: (start, end) => {
      const name = html.slice(start, end).toLowerCase();
      if (name === 'body') inHead = false;
      elements.push({ name, attributes: new Map(), inHead, end });
    },
    onattribname: (start, end) => {
      attribute = html.slice(start, end).toLowerCase();
      if (!open().attributes.has(attribute)) open().attributes.set(attribute, '');
    },
    onattribdata: (start, end) => {
      open().attributes.set(attribute, decodeHTMLAttribute(html.slice(start, end)));
    },
    onopentagend: (end) => {
      open().end = end + 1;
      if (open().name === 'head') inHead = true;
    },
    onclosetag: (start, end) => {
      if (html.slice(start, end).toLowerCase() === 'head') inHead = false;
    },
  });
  return elements;
}

function firstOf<Item, Value>(items: readonly Item[], value: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const found = value(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

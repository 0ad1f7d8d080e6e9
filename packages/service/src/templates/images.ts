import { decodeHTMLAttribute } from 'entities';
import { type HtmlCallbacks, isVml, readHtml } from '../platform/text/html.ts';
import { srcsetCandidates } from '../platform/text/srcset.ts';

/** A reference to an image in an HTML template: its address, and where that stands. */
export interface ImageReference {
  url: string;
  start: number;
  /** Behind the last character. */
  end: number;
}

/** An address in CSS; quotation marks may be written as entities in an attribute. */
const cssAddress =
  /\burl\(\s*(?:(?:["']|&quot;|&#39;)\s*)?(https?:\/\/[^"'()\s<>]*)\s*(?:(?:["']|&quot;|&#39;)\s*)?\)/gi;

/**
 * The images of a template whose addresses are the same for everybody, in order: `src` and `srcset` of `img`, `srcset` of
 * `source`, `src` of VML, `background`, and `url()` in CSS.
 */
export function imagesInHtml(html: string): ImageReference[] {
  const references: ImageReference[] = [];
  let element = '';
  let name = '';
  let inStyle = false;
  const add = (start: number, end: number, decode: (raw: string) => string) => {
    const url = decode(html.slice(start, end)).trim();
    if (/^https?:\/\//i.test(url) && !/\[|\{[{%]/.test(url) && URL.canParse(url)) references.push({ url, start, end });
  };
  const addCss = (from: number, to: number, decode: (raw: string) => string) => {
    for (const match of html.slice(from, to).matchAll(cssAddress)) {
      const start = from + match.index + match[0].indexOf(match[1]!);
      const url = match[1]!.replace(/&(?:quot|#39);$/i, '');
      add(start, start + url.length, decode);
    }
  };
  const callbacks: HtmlCallbacks = {
    onopentagname: (start, end) => {
      element = html.slice(start, end).toLowerCase();
    },
    onopentagend: () => {
      inStyle = element === 'style';
    },
    onclosetag: () => {
      inStyle = false;
    },
    onattribname: (start, end) => {
      name = html.slice(start, end).toLowerCase();
    },
    onattribdata: (start, end) => {
      if (name === 'background' || (name === 'src' && (element === 'img' || isVml(element))))
        add(start, end, decodeHTMLAttribute);
      if (name === 'srcset' && (element === 'img' || element === 'source')) {
        for (const candidate of srcsetCandidates(html.slice(start, end))) {
          add(start + candidate.start, start + candidate.end, decodeHTMLAttribute);
        }
      }
      if (name === 'style') addCss(start, end, decodeHTMLAttribute);
    },
    ontext: (start, end) => {
      if (inStyle) addCss(start, end, (raw) => raw);
    },
  };
  readHtml(html, callbacks, callbacks);
  return references;
}

/** The template with other addresses of images; those that `addressOf` does not know stay as they are. */
export function replaceImages(
  html: string,
  references: readonly ImageReference[],
  addressOf: (url: string) => string | undefined,
): string {
  let replaced = '';
  let passed = 0;
  for (const { url, start, end } of references) {
    const address = addressOf(url);
    if (address === undefined) continue;
    replaced += html.slice(passed, start) + address;
    passed = end;
  }
  return replaced + html.slice(passed);
}

import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { type HtmlCallbacks, isVml, readHtml } from '../../platform/text/html.ts';
import { type LinkPosition, maxLabel, maxTracked } from './link-position.ts';
import { targetOf } from './target.ts';

const isLink = (element: string) => element === 'a' || element === 'area' || isVml(element);
const readAttributes = new Set(['href', 'download', 'data-link-tags', 'title', 'alt']);

interface Value {
  text: string;
  start: number;
  end: number;
}

/** The links that can be followed in an HTML template, in order, and where an image that nobody sees belongs. */
export function linksInHtml(html: string): { links: LinkPosition[]; pixelAt: number } {
  const links: LinkPosition[] = [];
  let pixelAt = html.length;
  let element = '';
  /** Whether the element is one whose attributes matter. */
  let isRead = false;
  let attributes = new Map<string, Value>();
  let name = '';
  let value: Value | undefined;
  /** The link whose content is being read. */
  let open: { link: LinkPosition; label: string; element: string } | undefined;

  const raw = (start: number, end: number) => html.slice(start, end);
  const closeLink = () => {
    if (open && open.link.label === '') open.link.label = labelOf(open.label);
    open = undefined;
  };
  const endOfTag = () => {
    if (isLink(element)) {
      if (element !== 'area') closeLink();
      const link = links.length < maxTracked ? linkOf(attributes) : undefined;
      if (link) links.push(link);
      if (link && element !== 'area') open = { link, label: '', element };
    }
    if (element === 'img' && open) open.label += ` ${attributes.get('alt')?.text ?? ''} `;
  };

  const callbacks: HtmlCallbacks = {
    onopentagname(start, end) {
      element = raw(start, end).toLowerCase();
      isRead = isLink(element) || element === 'img';
      if (isRead) attributes = new Map();
    },
    onattribname(start, end) {
      name = isRead ? raw(start, end).toLowerCase() : '';
      value = undefined;
    },
    onattribdata(start, end) {
      if (readAttributes.has(name)) value = { text: decodeHTMLAttribute(raw(start, end)), start, end };
    },
    onattribend(_quote, end) {
      if (readAttributes.has(name) && !attributes.has(name)) {
        attributes.set(name, value ?? { text: '', start: end, end });
      }
    },
    onopentagend: endOfTag,
    onselfclosingtag: () => {
      endOfTag();
      if (isVml(element)) closeLink();
    },
    ontext(start, end) {
      if (open && open.label.length < 4 * maxLabel) open.label += decodeHTML(raw(start, end));
    },
    onclosetag(start, end) {
      if (raw(start, end).toLowerCase() === open?.element) closeLink();
    },
  };
  const withBody: HtmlCallbacks = {
    ...callbacks,
    onclosetag(start, end) {
      callbacks.onclosetag!(start, end);
      if (raw(start, end).toLowerCase() === 'body') pixelAt = start - '</'.length;
    },
  };
  readHtml(html, withBody, callbacks);
  closeLink();
  return { links, pixelAt };
}

function linkOf(attributes: Map<string, Value>): LinkPosition | undefined {
  const href = attributes.get('href');
  const target = href && targetOf(href.text);
  if (target === undefined) return undefined;
  return {
    ...target,
    ...(attributes.has('download') ? { type: 'DOWNLOAD' as const } : {}),
    start: href!.start,
    end: href!.end,
    format: 'html',
    label: labelOf(attributes.get('title')?.text ?? attributes.get('alt')?.text ?? ''),
    tags:
      attributes
        .get('data-link-tags')
        ?.text.split(/[\s,]+/)
        .filter((tag) => tag !== '') ?? [],
  };
}

const labelOf = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, maxLabel).toWellFormed();

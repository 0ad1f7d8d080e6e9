import { isVml } from '../../platform/text/html.ts';
import type { HtmlPage } from '../content/page.ts';

export interface FoundLink {
  format: 'html' | 'text';
  url: string;
  /** Visible text of the link; empty in the text part, which shows the address. */
  label: string;
  tags: string[];
  location: string;
}

/** Web addresses and mail addresses to be followed in a plain text, without the punctuation around them. */
const inText = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"]+/gi;

/** All links of both parts: `a`, `area`, elements of VML, and addresses in the text. */
export function findLinks(page: HtmlPage | undefined, text: string | null): FoundLink[] {
  const inPage = (page?.elements ?? []).flatMap(({ name, attributes, text: label, line }): FoundLink[] => {
    const url = attributes.get('href');
    if ((name !== 'a' && name !== 'area' && !isVml(name)) || url === undefined) return [];
    const tags = (attributes.get('data-link-tags') ?? '').split(/[\s,]+/).filter((tag) => tag !== '');
    return [{ format: 'html', url: url.trim(), label, tags, location: `html, line ${line}` }];
  });
  const found = Array.from((text ?? '').matchAll(inText), ([address]): FoundLink => {
    return {
      format: 'text',
      url: address.replace(/(?<![.,;:!?)'*_])[.,;:!?)'*_]+$/, ''),
      label: '',
      tags: [],
      location: 'text',
    };
  });
  return [...inPage, ...found];
}

/** Names that a fragment of the page itself may lead to. */
export function anchorsOf(page: HtmlPage | undefined): Set<string> {
  const names = (page?.elements ?? []).flatMap(({ attributes }) => [attributes.get('id'), attributes.get('name')]);
  return new Set(names.filter((name) => name !== undefined));
}

/** Decodes percent-encoded characters of a part of an address; leaves it as it is if they are no UTF-8. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

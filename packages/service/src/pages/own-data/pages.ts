import { letter } from '@mailwright/console/letter';
import { type Brand, document } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import { words } from './words.ts';

interface Subject {
  brand: Brand;
  language: Language;
}

/** The part of the page of preferences with which a link is asked for. */
export function offerSection(action: string, language: Language): string {
  const { title, offer, ask } = words[language];
  return `<h2>${title}</h2><p>${offer}</p><form method="post" action="${escapeHtml(action)}"><div class="row"><button>${ask}</button></div></form>`;
}

/** Tells what became of the request for a link. */
export function requestPage({ brand, language }: Subject, result: 'sent' | 'tooMany' | 'unavailable'): string {
  const { title, [result]: text } = words[language];
  return document(`${title} · ${brand.name}`, `<h1>${title}</h1><p role="status">${text}</p>`, language, brand);
}

/** Offers the copy and the erasure; nothing happens before a button is pressed. */
export function ownDataPage({ brand, language }: Subject, link: string, unsure: boolean): string {
  const { title, copy, download, erase, eraseText, sure, mustBeSure } = words[language];
  const told = unsure ? `<p role="alert"><b>${mustBeSure}</b></p>` : '';
  return document(
    `${title} · ${brand.name}`,
    `<h1>${title}</h1>${told}<p>${escapeHtml(copy({ sender: brand.name }))}</p><p><a href="/own-data/${link}/data.json" download>${download}</a></p>
<h2>${erase}</h2><p>${escapeHtml(eraseText({ sender: brand.name }))}</p><form method="post" action="/own-data/${link}"><label class="choice"><input type="checkbox" name="sure" value="true" required> ${sure}</label><div class="row"><button class="bad">${erase}</button></div></form>`,
    language,
    brand,
  );
}

export function erasedPage({ brand, language }: Subject): string {
  const { erased, erasedText } = words[language];
  return document(
    `${erased} · ${brand.name}`,
    `<h1>${erased}</h1><p>${escapeHtml(erasedText({ sender: brand.name }))}</p>`,
    language,
    brand,
  );
}

/** The mail with the link. */
export function linkMail({ brand, language }: Subject, url: string) {
  const { subject, mail, mailIgnore, open } = words[language];
  const text = `${mail({ sender: brand.name })}\n\n${url}\n\n${mailIgnore}\n`;
  const html = letter({
    language,
    title: subject({ sender: brand.name }),
    sender: { name: brand.name, logo: brand.logo && new URL(brand.logo, url).href },
    colors: brand.colors,
    paragraphs: [mail({ sender: brand.name })],
    action: { label: open, address: url },
    footer: mailIgnore,
  });
  return { subject: subject({ sender: brand.name }), text, html };
}

import { type Brand, document } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import { reasons, words } from './words.ts';

/** Of whose mails the pages are about, and to whom. */
export interface UnsubscriptionSubject {
  brand: Brand;
  /** Absent when it is not known any more. */
  email: string | undefined;
  language: Language;
  /** Address of the page where the contact changes what it receives. */
  preferences: string | undefined;
}

/** Asks; nothing happens before the button is pressed. */
export function askPage(subject: UnsubscriptionSubject): string {
  const { question, about, why, unsubscribe, fewer } = words[subject.language];
  const { preferences } = subject;
  const other = preferences === undefined ? '' : `<p><a href="${escapeHtml(preferences)}">${fewer}</a></p>`;
  return document(
    `${question} · ${subject.brand.name}`,
    `<h1>${question}</h1><p>${escapeHtml(about({ sender: subject.brand.name }))}</p>${address(subject)}
<form method="post">${reasonFields(subject.language, why)}<div class="row"><button class="bad">${unsubscribe}</button></div></form>${other}`,
    subject.language,
    subject.brand,
  );
}

/** It is done, now or before; reasons can still be told. */
export function donePage(subject: UnsubscriptionSubject, answered: boolean): string {
  const { done, doneText, tellUs, send, thanks } = words[subject.language];
  const rest = answered
    ? `<p>${thanks}</p>`
    : `<form method="post">${reasonFields(subject.language, tellUs)}<div class="row"><button>${send}</button></div></form>`;
  return document(
    `${done} · ${subject.brand.name}`,
    `<h1>${done}</h1><p>${escapeHtml(doneText({ sender: subject.brand.name }))}</p>${address(subject)}${rest}`,
    subject.language,
    subject.brand,
  );
}

export function samplePage({ brand, language }: Pick<UnsubscriptionSubject, 'brand' | 'language'>): string {
  const { question, sample } = words[language];
  return document(`${question} · ${brand.name}`, `<h1>${question}</h1><p>${sample}</p>`, language, brand);
}

function address({ email, language }: UnsubscriptionSubject): string {
  if (email === undefined) return '';
  return `<dl><dt>${words[language].address}</dt><dd>${escapeHtml(email)}</dd></dl>`;
}

function reasonFields(language: Language, legend: string): string {
  const { reasons: texts, message } = words[language];
  const boxes = reasons.map(
    (reason) =>
      `<label class="choice"><input type="checkbox" name="reason" value="${reason}"> ${texts[reason]}</label>`,
  );
  return `<fieldset><legend>${legend}</legend>${boxes.join('')}
<p><label for="message">${message}</label></p><textarea id="message" name="message" maxlength="500"></textarea></fieldset>`;
}

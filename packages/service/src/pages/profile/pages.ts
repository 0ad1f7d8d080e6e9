import type { ProfileField } from '../../people/index.ts';
import { type Brand, document } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import { offerSection } from '../own-data/pages.ts';
import { formName, inputOf, labelOf } from './inputs.ts';
import { type Receiving, receivingFields } from './receiving.ts';
import { words } from './words.ts';

/** The contact of the profile and the result of the last change. */
export interface Profile {
  brand: Brand;
  email: string | undefined;
  language: Language;
  /** Address of the page where the contact unsubscribes. */
  unsubscribe: string;
  /** Address at which the contact asks for its data. */
  ownData: string;
  /** Undefined if the contact has unsubscribed. */
  receiving: Receiving | undefined;
  /** The fields in their order, each with the text that stands in it. */
  values: ReadonlyMap<ProfileField, string>;
  /** Fields whose text is none of their values. */
  refused: ReadonlySet<ProfileField>;
  saved: boolean;
}

/** The form with what is known; nothing changes before the button is pressed. */
export function profilePage(profile: Profile): string {
  const { brand, email, language, unsubscribe, ownData, receiving, values } = profile;
  const { name: sender } = brand;
  const say = words[language];
  const address = email === undefined ? '' : `<dl><dt>${say.address}</dt><dd>${escapeHtml(email)}</dd></dl>`;
  const wanted = receiving
    ? receivingFields(receiving, language)
    : `<p>${escapeHtml(say.unsubscribed({ sender }))}</p>`;
  const fields = Array.from(values, (entry) => fieldOf(entry, profile)).join('');
  const about = `<p>${escapeHtml(values.size === 0 ? say.nothing({ sender }) : say.about({ sender }))}</p>`;
  const save = receiving || values.size > 0 ? `<div class="row"><button class="good">${say.save}</button></div>` : '';
  const leave = receiving ? `<p><a href="${escapeHtml(unsubscribe)}">${say.unsubscribe}</a></p>` : '';
  return document(
    `${say.title} · ${sender}`,
    `<h1>${say.title}</h1>${outcome(profile)}${address}<form method="post"><h2>${say.receiving}</h2>${wanted}<h2>${say.profile}</h2>${about}${fields}${save}</form>${leave}${offerSection(ownData, language)}`,
    language,
    brand,
  );
}

/** Page for a link in a test mail. */
export function samplePage({ brand, language }: Pick<Profile, 'brand' | 'language'>): string {
  const { title, sample } = words[language];
  return document(`${title} · ${brand.name}`, `<h1>${title}</h1><p>${sample}</p>`, language, brand);
}

function outcome({ refused, saved, language }: Profile): string {
  const { wrong, saved: done } = words[language];
  if (refused.size > 0) return `<p role="alert"><b>${wrong}</b></p>`;
  return saved ? `<p role="status"><b>${done}</b></p>` : '';
}

function fieldOf([field, value]: [ProfileField, string], { refused, language }: Profile): string {
  const { wrongField, localeHint } = words[language];
  const id = formName(field);
  const isLocale = field.kind === 'standard' && field.name === 'LOCALE';
  const notes = [...(isLocale ? [localeHint] : []), ...(refused.has(field) ? [wrongField] : [])];
  const attributes =
    ` id="${id}"` +
    (notes.length > 0 ? ` aria-describedby="${id}-note"` : '') +
    (refused.has(field) ? ' aria-invalid="true"' : '');
  const note = notes.length > 0 ? `<span class="soft" id="${id}-note">${notes.join(' · ')}</span>` : '';
  return `<p class="field"><label for="${id}">${escapeHtml(labelOf(field, language))}</label>${inputOf(field, value, attributes, language)}${note}</p>`;
}

import { policySource } from '@mailwright/server-runtime/web';
import { type Brand, document, pageHeaders, usualColors } from '../../platform/http/page.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { type SignUpForm, workBits } from '../../sign-up/index.ts';
import { embeddedStyle } from './embedded-style.ts';
import { emptyForm, type FilledForm, formHtml } from './form.ts';
import { words } from './words.ts';

/** The page loads its own script and nothing else. Browsers also check the page to which a sent form redirects. */
export function formPageHeaders({ thanks_url }: SignUpForm): Record<string, string> {
  const thanks = thanks_url === null ? undefined : policySource(thanks_url);
  const after = thanks === undefined ? '' : ` ${thanks}`;
  const policy = pageHeaders['content-security-policy']!.replace("form-action 'self'", `$&${after}`);
  return { ...pageHeaders, 'content-security-policy': `${policy}; script-src 'self'` };
}

interface FormPage {
  form: SignUpForm;
  brand: Brand;
  ticket: string;
  /** Browsers have to work before they send the form. */
  attacked: boolean;
}

/** The form; nothing happens before the button is pressed. */
export function formPage(shown: FormPage, filled: FilledForm, message: 'wrong' | 'check' | undefined): string {
  const { form, brand, ticket, attacked } = shown;
  const say = words[form.language];
  const title = form.title ?? say.title({ sender: brand.name });
  const told = message === undefined ? '' : `<p role="alert"><b>${say[message]}</b></p>`;
  const inputs = `<input type="hidden" name="ticket" value="${ticket}"><input type="hidden" name="proof" value="">`;
  const work = attacked ? ` data-bits="${workBits}" data-working="${say.working}"` : '';
  const warning = attacked ? `<noscript><p role="alert"><b>${say.attacked}</b></p></noscript>` : '';
  const script = '<script src="/forms/form.js" defer></script>';
  return document(
    title,
    `<h1>${escapeHtml(title)}</h1>${told}${warning}${formHtml(form, filled, { inputs, attributes: work })}${script}`,
    form.language,
    brand,
  );
}

/** The same for all who have signed up, whether their addresses were known or not. */
export function thanksPage(form: SignUpForm, brand: Brand): string {
  const { thanks } = words[form.language];
  return document(
    thanks,
    `<h1>${thanks}</h1><p style="white-space:pre-line">${escapeHtml(thanksText(form))}</p>`,
    form.language,
    brand,
  );
}

export function thanksText({ language, thanks, double_opt_in }: SignUpForm): string {
  const { askedByMail, subscribed } = words[language];
  return thanks ?? (double_opt_in ? askedByMail : subscribed);
}

export function refusalPage({ language }: SignUpForm, brand: Brand, why: 'tooMany' | 'unavailable'): string {
  const say = words[language];
  return document(say[why], `<h1>${say[why]}</h1><p>${say[`${why}Text`]}</p>`, language, brand);
}

/** HTML to be copied into pages of others. */
export function snippet(form: SignUpForm, { colors = usualColors }: Brand, url: string): string {
  const script = `<script src="${escapeHtml(new URL('/forms/form.js', url).href)}" defer></script>`;
  return `${embeddedStyle(colors.light)}\n${formHtml(form, { ...emptyForm, action: url }, { inputs: '', attributes: ' data-mailwright' })}\n${script}\n`;
}

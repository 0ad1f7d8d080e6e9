import type { SpamMail } from './mail.ts';
import type { SpamRule } from './rule.ts';

const phrase = (name: string, score: number, description: string, words: RegExp): SpamRule => ({
  name,
  score,
  description,
  meets: ({ text, subject }) => words.test(text) || words.test(subject),
});
const styles = ({ page }: SpamMail) => page.elements.map(({ attributes }) => attributes.get('style') ?? '');
const images = ({ page }: SpamMail) => page.elements.filter(({ name }) => name === 'img');
const has = ({ page }: SpamMail, names: readonly string[]) => page.elements.some(({ name }) => names.includes(name));
const capitals = (text: string) => text.replace(/[^\p{Lu}]/gu, '').length;
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '').length;

/** Rules on what a mail says and how it is made. */
export const bodyRules: readonly SpamRule[] = [
  {
    name: 'EMPTY_BODY',
    score: 2,
    description: 'The mail is empty.',
    meets: ({ text, page }) => text.trim() === '' && page.elements.length === 0,
  },
  {
    name: 'MIME_HTML_ONLY',
    score: 0.7,
    description: 'There is HTML but no text part.',
    meets: ({ html, hasTextPart }) => html !== '' && !hasTextPart,
  },
  {
    name: 'HTML_IMAGE_ONLY',
    score: 1.6,
    description: 'The HTML is images with hardly any text.',
    meets: (mail) => images(mail).length > 0 && mail.page.text.length < 100,
  },
  {
    name: 'HTML_IMAGE_RATIO',
    score: 0.6,
    description: 'The HTML has little text for its images.',
    meets: (mail) =>
      images(mail).length > 3 && mail.page.text.length >= 100 && mail.page.text.length < 40 * images(mail).length,
  },
  {
    name: 'HTML_TEXT_DIFFERS',
    score: 0.8,
    description: 'The text part and the HTML have hardly a word in common.',
    meets: ({ html, text, hasTextPart, page }) => html !== '' && hasTextPart && commonWords(page.text, text) < 0.2,
  },
  {
    name: 'HTML_TITLE_DIFFERS',
    score: 0.2,
    description: 'The title of the HTML is a default one, such as Untitled.',
    meets: ({ html }) => /<title>\s*(untitled|new page|document|unbenannt)/i.test(html),
  },
  {
    name: 'HTML_SCRIPT',
    score: 2.5,
    description: 'The HTML has a script or a frame.',
    meets: (mail) => has(mail, ['script', 'iframe', 'object', 'embed', 'applet']),
  },
  { name: 'HTML_FORM', score: 1, description: 'The HTML has a form.', meets: (mail) => has(mail, ['form', 'input']) },
  {
    name: 'HTML_HIDDEN_TEXT',
    score: 1.2,
    description: 'Much text is hidden by its size or colour.',
    meets: (mail) =>
      styles(mail).filter((style) =>
        /font-size:[01]px|visibility:hidden|color:#fff(?:fff)?;?background(?:-color)?:#fff/i.test(
          style.replace(/\s+/g, ''),
        ),
      ).length > 2,
  },
  {
    name: 'HTML_BROKEN',
    score: 0.7,
    description: 'The HTML ends inside of a tag, or has tables that do not end.',
    meets: ({ page }) => page.endsInTag || page.unclosed.has('table'),
  },
  {
    name: 'HTML_META_REFRESH',
    score: 2,
    description: 'The HTML redirects automatically.',
    meets: ({ page }) =>
      page.elements.some(
        ({ name, attributes }) => name === 'meta' && /refresh/i.test(attributes.get('http-equiv') ?? ''),
      ),
  },
  {
    name: 'HTML_FONT_LARGE',
    score: 0.5,
    description: 'Text is larger than 60 pixels.',
    meets: (mail) => styles(mail).some((style) => /font-size:\s*(?:[6-9]\d|\d{3,})px/i.test(style)),
  },
  {
    name: 'HTML_BACKGROUND_LOUD',
    score: 0.3,
    description: 'The background of the page is red, yellow or lime.',
    meets: ({ page }) =>
      page.elements.some(
        ({ name, attributes }) =>
          name === 'body' &&
          /^(#f00|#ff0000|red|#ff0|#ffff00|yellow|#0f0|#00ff00|lime)$/i.test(attributes.get('bgcolor') ?? ''),
      ),
  },
  {
    name: 'BODY_CAPITALS',
    score: 1,
    description: 'More than a third of all letters are capitals.',
    meets: ({ text }) => letters(text) > 100 && capitals(text) > letters(text) / 3,
  },
  {
    name: 'BODY_EXCLAMATIONS',
    score: 0.8,
    description: 'There are runs of exclamation marks.',
    meets: ({ text }) => /!{3}/.test(text),
  },
  {
    name: 'UNFILLED_TAGS',
    score: 1.2,
    description: 'There are tags that were not filled.',
    meets: ({ text }) => /\[\[[A-Z]+\|/.test(text),
  },
  {
    name: 'LONG_LINES',
    score: 0.5,
    description: 'A word of the text has more than 200 letters.',
    meets: ({ text }) => /(?<!\S)(?!https?:)\S{200}/.test(text),
  },
  {
    name: 'MAIL_LARGE',
    score: 0.5,
    description: 'The mail has more than 500 KB.',
    meets: ({ bytes }) => bytes > 500 * 1024,
  },
  {
    name: 'EXECUTABLE',
    score: 3,
    description: 'A program or an archive with one is attached.',
    meets: ({ attachments }) =>
      attachments.some((name) => /\.(exe|scr|bat|cmd|com|pif|js|vbs|jar|msi|iso|lnk|ps1)$/i.test(name)),
  },
  phrase(
    'BODY_MONEY_BACK',
    0.5,
    'The mail promises money back.',
    /\b(money[- ]back guarantee|risk[- ]free|geld[- ]zurück[- ]garantie)\b/i,
  ),
  phrase(
    'BODY_EARN',
    1.2,
    'Earnings are promised.',
    /\b(earn (?:up to )?[$€£]?\s?\d|make money (?:fast|from home)|be your own boss|geld verdienen von zu hause)/i,
  ),
  phrase(
    'BODY_MEDICINE',
    2,
    'The mail advertises medicines by name.',
    /\b(viagra|cialis|levitra|xanax|phentermine|weight loss pills?)\b/i,
  ),
  phrase(
    'BODY_ADULT',
    1.5,
    'The mail offers dating or sexual content.',
    /\b(hot singles|casual sex|xxx|porn(?:o|ography)?)\b/i,
  ),
  phrase(
    'BODY_FORTUNE',
    2.5,
    'Somebody shares a fortune.',
    /\b(million (?:us )?dollars|next of kin|inheritance fund|nigerian prince|beneficiary of)\b/i,
  ),
  phrase(
    'BODY_ACCOUNT',
    1.5,
    'The mail asks its recipient to confirm an account.',
    /\b(verify your account|confirm your (?:password|identity)|account (?:has been|is) suspended|konto (?:wurde )?gesperrt)\b/i,
  ),
  phrase('BODY_CLICK_HERE', 0.3, 'Links say "click here".', /\b(click (?:here|below)|klicken sie hier)\b/i),
  phrase(
    'BODY_NOT_SPAM',
    1.5,
    'The mail claims not to be spam.',
    /\b(this is not spam|not (?:a )?spam (?:mail|message)|das ist kein spam)\b/i,
  ),
  phrase(
    'BODY_LIMITED',
    0.3,
    'The offer ends soon.',
    /\b(limited time (?:only|offer)|while (?:stocks?|supplies) last|order now|nur solange der vorrat reicht)\b/i,
  ),
];

/** The share of words of the first text that the second has too. */
function commonWords(a: string, b: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const [first, second] = [words(a), words(b)];
  if (first.size < 10) return 1;
  return [...first].filter((word) => second.has(word)).length / first.size;
}

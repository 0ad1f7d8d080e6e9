import type { Browser } from './users.ts';

/** A form of a page as a browser would send it. */
export interface PageForm {
  action: string;
  enctype: string;
  fields: [name: string, value: string][];
}

export interface WalkedPage {
  path: string;
  status: number;
  forms: PageForm[];
  /** Buttons that open a part in which nothing can be done. */
  dead: string[];
}

/** Pages of one kind that are visited: their forms depend on the state of what they show. */
const perKind = 17;

/**
 * Reads the pages that a person reaches by links, beginning with the overview.
 * @param kindOf names the kind of a page, `undefined` for addresses that are not of the console
 */
export async function walkPages(browser: Browser, kindOf: (path: string) => string | undefined): Promise<WalkedPage[]> {
  const pages: WalkedPage[] = [];
  const seen = new Set<string>();
  const visits = new Map<string, number>();
  const waiting = ['/console'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path);
    if (kind === undefined || seen.has(path) || (visits.get(kind) ?? 0) >= perKind) continue;
    seen.add(path);
    visits.set(kind, (visits.get(kind) ?? 0) + 1);
    const answer = await browser.get(path);
    const text = await answer.text();
    pages.push({ path, status: answer.status, forms: readForms(text), dead: readDeadButtons(text) });
    for (const [, link = ''] of text.matchAll(/<a [^>]*href="(\/console[^"#?]*)/g)) waiting.push(link);
    waiting.push(...readChoices(text));
  }
  return pages;
}

/** Addresses of forms that ask for one choice alone, with their last option. */
const readChoices = (page: string): string[] =>
  [...page.matchAll(/<form method="get" action="([^"]*)">(.*?)<\/form>/gs)].flatMap(([, action, content]) => {
    const [, name, options] = /<select[^>]* name="([^"]*)"[^>]*>(.*)<\/select>/s.exec(content!) ?? [];
    const value = [...(options ?? '').matchAll(/<option value="([^"]*)"/g)].at(-1)?.[1];
    return name === undefined || !value || content!.includes('<input') ? [] : `${action}?${name}=${value}`;
  });

/** Texts of summaries that look like buttons, and open something without a form. */
const readDeadButtons = (page: string): string[] =>
  [...page.matchAll(/<details[^>]*><summary class="button[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs)].flatMap(
    ([, label, opened]) => (opened!.includes('<form') ? [] : label!),
  );

export const readForms = (page: string): PageForm[] =>
  [...page.matchAll(/<form method="post" action="([^"]*)"([^>]*)>(.*?)<\/form>/gs)].map(
    ([, action, rest, content]) => ({
      action: unescapeHtml(action!),
      enctype: /enctype="([^"]*)"/.exec(rest!)?.[1] ?? '',
      fields: readFields(content!),
    }),
  );

function readFields(content: string): [string, string][] {
  const fields: [string, string][] = [];
  for (const [, attributes = ''] of content.matchAll(/<input([^>]*)>/g)) {
    const name = attributeOf(attributes, 'name');
    const type = attributeOf(attributes, 'type') ?? 'text';
    if (name === undefined || type === 'file') continue;
    if (['checkbox', 'radio'].includes(type) && !/ checked/.test(attributes)) continue;
    fields.push([name, attributeOf(attributes, 'value') || sampleOf(name, type, content, attributes)]);
  }
  for (const [, attributes = '', value = ''] of content.matchAll(/<textarea([^>]*)>\n?(.*?)<\/textarea>/gs))
    fields.push([attributeOf(attributes, 'name') ?? '', unescapeHtml(value)]);
  for (const [, attributes = '', options = ''] of content.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
    fields.push([attributeOf(attributes, 'name') ?? '', unescapeHtml(chosen?.[1] ?? '')]);
  }
  const [, button] = /<button([^>]*)>/.exec(content) ?? [];
  const pressed = button === undefined ? undefined : attributeOf(button, 'name');
  if (pressed !== undefined) fields.push([pressed, attributeOf(button!, 'value') ?? '']);
  return fields.filter(([name]) => name !== '');
}

/** Words that a person could enter where a field demands some. */
function sampleOf(name: string, type: string, content: string, attributes: string): string {
  const phrase = new RegExp(`data-needs="${name}" data-phrase="([^"]*)"`).exec(content)?.[1];
  if (phrase !== undefined) return unescapeHtml(phrase);
  if (!/ required/.test(attributes)) return '';
  const samples: Record<string, string> = { email: 'walker@example.org', url: 'https://walk.example/', number: '5' };
  return samples[type] ?? 'Walk';
}

const attributeOf = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
};

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);

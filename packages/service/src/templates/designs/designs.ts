import { readFileSync } from 'node:fs';
import type { Language } from '../../platform/text/language.ts';
import { messagesOf } from '../../platform/text/messages.ts';
import { compileMjml } from '../mjml/compile.ts';
import { toPlainText } from '../plain-text/to-plain-text.ts';
import { type DesignTexts, fillDesign, type Look, textNames } from './source.ts';

/** Designs by name, with what they are for, in the order of the gallery. Each has an MJML file in `packages/service/designs`. */
const kinds = {
  'newsletter-story': 'newsletter',
  'newsletter-digest': 'newsletter',
  'newsletter-columns': 'newsletter',
  announcement: 'news',
  event: 'news',
  'shop-offer': 'shop',
  'shop-products': 'shop',
  welcome: 'personal',
  birthday: 'personal',
  letter: 'personal',
  receipt: 'notice',
  reminder: 'notice',
} as const;

export type DesignName = keyof typeof kinds;

export const designNames = Object.keys(kinds) as DesignName[];

export interface Design {
  design: DesignName;
  kind: (typeof kinds)[DesignName];
  language: Language;
  /** Name for people. */
  name: string;
  about: string;
  subject: string;
  preview: string;
}

/** What a design is filled with. */
export interface Stationery {
  language: Language;
  /** Whether the account has the placeholder `IMPRINT`; a sample stands in its place otherwise. */
  hasImprint: boolean;
  /** Style of the account; that of the design if it is absent. */
  look?: Look | undefined;
  /** Stands in place of the imprint. */
  footer?: string | undefined;
}

export interface DesignContents {
  mjml: string;
  html: string;
  text: string;
}

const messages = messagesOf<Record<'shared' | DesignName, DesignTexts>>('designs');

export const isDesign = (name: string): name is DesignName => Object.hasOwn(kinds, name);

/** Returns what people choose a design by. */
export function describeDesign(design: DesignName, language: Language): Design {
  const { name, about, subject, preview } = messages[language][design] as Record<string, string>;
  return { design, kind: kinds[design], language, name: name!, about: about!, subject: subject!, preview: preview! };
}

/** Contents that were made already: at most one for each design, language and kind of imprint. */
const made = new Map<string, Promise<DesignContents>>();

/** Returns the contents of a design; those without a style of an account are kept. @throws TemplateError if the machine is too busy to make them */
export function designContents(design: DesignName, stationery: Stationery): Promise<DesignContents> {
  if (stationery.look !== undefined || stationery.footer !== undefined)
    return makeContents(designSource(design, stationery));
  const key = `${design} ${stationery.language} ${stationery.hasImprint}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const contents = makeContents(designSource(design, stationery));
  made.set(key, contents);
  contents.catch(() => made.delete(key));
  return contents;
}

async function makeContents(mjml: string): Promise<DesignContents> {
  const html = await compileMjml(mjml);
  return { mjml, html, text: await toPlainText(html) };
}

/** Returns the MJML of a design. */
function designSource(design: DesignName, { language, hasImprint, look, footer }: Stationery): string {
  const { shared, [design]: own } = messages[language];
  const imprint = hasImprint ? '[[ACCOUNT|IMPRINT]]' : shared.imprintSample!;
  const closing = footer ?? `${shared.imprintLabel} ${imprint}`;
  return fillDesign(readDesignFile(`${design}.mjml`), readDesignFile, { ...shared, ...own, language, closing }, look);
}

/** Returns the names of the texts that the MJML of a design shows. */
export const textsOfDesign = (design: DesignName): ReadonlySet<string> =>
  textNames(readDesignFile(`${design}.mjml`), readDesignFile);

const readDesignFile = (path: string): string =>
  readFileSync(new URL(`../../../designs/${path}`, import.meta.url), 'utf8');

import { type Block, type Kind, networks, socialClass } from '../../../blocks/document.ts';
import type { Fragment } from '../../../blocks/edits.ts';
import { type Say, type Words, words } from '../../../words.ts';
import { closing } from '../first-mjml.ts';

export const kindNames: Readonly<Record<Kind, Words>> = {
  area: words('Area'),
  row: words('Row'),
  group: words('Columns that stay side by side'),
  column: words('Column'),
  heading: words('Heading'),
  text: words('Text'),
  quote: words('Quote'),
  footer: words('Footer'),
  social: words('Social networks'),
  image: words('Image'),
  button: words('Button'),
  divider: words('Divider'),
  spacer: words('Space'),
  code: words('Code'),
};

/** What can be added, in the order of the palette. */
export const palette = [
  ['heading', words('Heading')],
  ['text', words('Text')],
  ['image', words('Image')],
  ['button', words('Button')],
  ['columns-1', words('Row with one column')],
  ['columns-2', words('Row with two columns')],
  ['columns-3', words('Row with three columns')],
  ['columns-4', words('Row with four columns')],
  ['divider', words('Divider')],
  ['spacer', words('Space')],
  ['quote', words('Quote')],
  ['social', words('Social networks')],
  ['footer', words('Footer')],
  ['code', words('Code')],
] as const satisfies readonly (readonly [string, Words])[];

type Added = (typeof palette)[number][0];

const leaf = (mjml: string): Fragment => ({ level: 'leaf', mjml });

function row(columns: number, text: string): Fragment {
  const column = `  <mj-column>\n    <mj-text>${text}</mj-text>\n  </mj-column>\n`;
  return { level: 'row', mjml: `<mj-section>\n${column.repeat(columns)}</mj-section>` };
}

/**
 * Returns the MJML of a block that is added, with examples in the language of the person, and with the lines that the account
 * has at the end of mailings; `undefined` if there is no such kind.
 */
export function fragmentOf(say: Say, added: string, footer?: string): Fragment | undefined {
  const text = say('Write here.');
  const fragments: Record<Added, () => Fragment> = {
    heading: () =>
      leaf(`<mj-text><h2 style="margin:0;font-size:24px;line-height:32px">${say('A new heading')}</h2></mj-text>`),
    text: () => leaf(`<mj-text>${text}</mj-text>`),
    image: () => leaf('<mj-image src="" alt="" />'),
    button: () => leaf(`<mj-button href="https://example.com/">${say('Read on')}</mj-button>`),
    'columns-1': () => row(1, text),
    'columns-2': () => row(2, text),
    'columns-3': () => row(3, text),
    'columns-4': () => row(4, text),
    divider: () => leaf('<mj-divider border-width="1px" border-color="#d0d5dd" />'),
    spacer: () => leaf('<mj-spacer height="24px" />'),
    quote: () =>
      leaf(
        `<mj-text><blockquote style="margin:0;padding-left:16px;border-left:4px solid #d0d5dd">${text}</blockquote></mj-text>`,
      ),
    social: () =>
      leaf(
        `<mj-text css-class="${socialClass}" align="center"><a href="https://www.facebook.com/">${networks[0]}</a> · <a href="https://www.instagram.com/">${networks[1]}</a></mj-text>`,
      ),
    footer: () => leaf(`<mj-text align="center" font-size="12px">${closing(say, { footer })}</mj-text>`),
    code: () => leaf('<mj-table>\n  <tr><td>&nbsp;</td></tr>\n</mj-table>'),
  };
  return Object.hasOwn(fragments, added) ? fragments[added as Added]() : undefined;
}

/** What a list shows of a block beside its kind. */
export function excerptOf(say: Say, { kind, element, text, blocks }: Block): string {
  if (kind === 'row') return say('{count, plural, one {# column} other {# columns}}', { count: blocks.length });
  if (kind === 'image') {
    const [alt, src] = ['alt', 'src'].map((wanted) => element.attributes.find(({ name }) => name === wanted)?.value);
    return alt || src?.slice(src.lastIndexOf('/') + 1) || say('No image yet');
  }
  if (kind === 'code') return element.name;
  const beginning = text?.notation.slice(0, 10 * longestExcerpt) ?? '';
  // A tag is shown as somebody without data would get it.
  const filled = beginning.replaceAll(
    /\[\[\w+\|([^[\]|]*)(?:\|([^[\]|]*))?\]\]/g,
    (_, field: string, instead) => instead || field,
  );
  const shown = filled.replaceAll(/\]\([^()]*\)|[*_\\[\]]/g, '').trim();
  return shown.length > longestExcerpt ? `${shown.slice(0, longestExcerpt)}…` : shown;
}

const longestExcerpt = 60;

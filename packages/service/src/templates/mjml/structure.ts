import { Tokenizer } from 'htmlparser2';
import { ignoreAll } from '../../platform/text/html.ts';

/** Elements whose content goes into the mail as it stands; text in all others is dropped by MJML. */
export const textElements: ReadonlySet<string> = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-button',
  'mj-html-attribute',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
]);

/** Elements whose content may have scripts or styles. */
const anyText = new Set(['mj-raw', 'mj-style']);

interface OpenElement {
  name: string;
  start: number;
}

/** Returns what MJML would silently drop of a source, with its line, or `undefined` if it keeps all text. */
export function structureFault(source: string): string | undefined {
  let fault: string | undefined;
  const open: OpenElement[] = [];
  let tag: OpenElement = { name: '', start: 0 };
  const lineOf = (index: number) => source.slice(0, index).split(/\r\n|\r|\n/).length;
  const refuse = (index: number, words: string) => {
    fault ??= `line ${lineOf(index)}, ${words}`;
  };
  /** The element whose content is text. */
  const around = () => (open.length > 0 && textElements.has(open.at(-1)!.name) ? open.at(-1) : undefined);
  const refuseUnclosed = ({ name, start }: OpenElement, index: number, what: string) => {
    const before = fault === undefined ? `${what} in line ${lineOf(index)}` : what;
    refuse(start, `${name}: it has no end tag </${name}> before ${before}`);
  };

  const endOfTag = (end: number, isEmpty: boolean) => {
    const { name, start } = tag;
    const text = around();
    if (isOfMjml(name)) {
      if (text !== undefined) refuseUnclosed(text, start, `<${name}>`);
      else if (name !== name.toLowerCase()) refuse(start, `${name}: write the name in small letters`);
    } else if (text !== undefined && !anyText.has(text.name) && hasBracket(source.slice(start, end)))
      refuse(start, `${text.name}: "<" begins a tag that does not end; write it as &lt;`);
    if (!isEmpty && text === undefined) open.push(tag);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      ...ignoreAll,
      onopentagname: (start, end) => {
        tag = { name: source.slice(start, end), start };
      },
      onopentagend: (end) => endOfTag(end, false),
      onselfclosingtag: (end) => endOfTag(end, true),
      onclosetag: (start, end) => {
        const name = source.slice(start, end).trim();
        const last = open.at(-1);
        if (name === last?.name) open.pop();
        else if (last === undefined) refuse(start, `</${name}>: no element is open here`);
        else if (around() === undefined || isOfMjml(name)) refuseUnclosed(last, start, `</${name}>`);
      },
      oncdata: (start) => {
        if (around()?.name !== 'mj-raw')
          refuse(start, 'a CDATA section: mail programs do not show its text; write the text itself');
      },
      ontext: (start, end) => {
        const text = source.slice(start, end).trim();
        if (text === '' || around() !== undefined) return;
        const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
        const at = start + source.slice(start, end).search(/\S/);
        refuse(at, `text "${shown}": it is in no element for text; put it into mj-text, or markup into mj-raw`);
      },
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  const unclosed = open.at(-1);
  if (unclosed !== undefined) refuse(unclosed.start, `${unclosed.name}: it has no end tag </${unclosed.name}>`);
  return fault;
}

const maxShown = 40;
const isOfMjml = (name: string) => /^mj(?:ml|-)/i.test(name);
const hasBracket = (tag: string) => tag.replaceAll(/"[^"]*"|'[^']*'/g, '').includes('<');

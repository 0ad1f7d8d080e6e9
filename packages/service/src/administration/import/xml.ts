import type { SynchronizedContact } from '@mailwright/server';
import { SaxesParser } from 'saxes';
import type { SourceRow } from '../../imports/index.ts';

/** Content of an element of a contact: text, nothing (nil), or elements. */
interface Element {
  name: string;
  nil: boolean;
  text: string;
  children: Element[];
}

/** No text of a contact is longer, by far. */
const maxText = 65_536;
const maxDepth = 8;

/** Reads contacts from XML, `<contacts><contact>…`, the document of `POST /contacts` of any length. Faults are thrown. */
export async function* readXml(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  const rows: SourceRow[] = [];
  const open: Element[] = [];
  let line = 1;
  const parser = new SaxesParser({ position: true });
  const fail = (message: string) => {
    throw new Error(`the file is not valid XML: line ${parser.line}: ${message}`);
  };
  parser.on('error', (error) => fail(error.message));
  parser.on('doctype', () => fail('a DOCTYPE is not allowed'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== 'contacts') fail(`the root must be contacts but is ${name}`);
    if (open.length === 1 && name !== 'contact') fail(`contacts must hold contact but holds ${name}`);
    if (open.length === maxDepth) fail('elements are nested too deeply');
    if (open.length === 1) line = parser.line;
    const element = { name, nil: attributes.nil === 'true', text: '', children: [] };
    if (open.length > 1) open.at(-1)!.children.push(element);
    open.push(element);
  });
  const append = (piece: string) => {
    const element = open.at(-1);
    if (element === undefined || open.length < 3) return;
    element.text += piece;
    if (element.text.length > maxText) fail(`the text of ${element.name} is too long`);
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const element = open.pop()!;
    if (open.length === 1) rows.push({ line, contact: contactOf(element) });
  });
  for await (const piece of text) {
    parser.write(piece);
    yield* rows.splice(0);
  }
  parser.close();
  yield* rows;
}

function contactOf({ children }: Element): SynchronizedContact {
  const contact: SynchronizedContact = {};
  for (const child of children) {
    if (child.name === 'email' || child.name === 'external_id') contact[child.name] = textOrNil(child);
    else if (child.name === 'standard_fields' || child.name === 'custom_fields') {
      contact[child.name] = child.children.map((field) => ({
        name: textOf(field, 'name') ?? '',
        value: textOf(field, 'value'),
      }));
    } else if (child.name === 'preferences') {
      contact.preferences = child.children.map((preference) => {
        const source = textOf(preference, 'source');
        return {
          name: textOf(preference, 'name') ?? '',
          category: textOf(preference, 'category') ?? '',
          value: textOf(preference, 'value') ?? '',
          ...(source === null ? {} : { source }),
        };
      });
    }
  }
  return contact;
}

const textOrNil = ({ nil, text }: Element) => (nil ? null : text);

function textOf({ children }: Element, name: string): string | null {
  const child = children.find((element) => element.name === name);
  return child === undefined ? null : textOrNil(child);
}

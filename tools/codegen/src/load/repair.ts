import type { Note } from '../common/errors.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { isOfType } from '../model/of-type.ts';
import { joinPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/**
 * Puts right what is commonly written and could not be fulfilled, where the meaning is plain: an enumeration of texts
 * beside `type: array` (that of the items), quoted numbers and booleans, texts without quotes (`enum: [1.1, true]` in YAML).
 */
export function repair(document: OpenApiDocument, note: Note = () => {}): void {
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema') return;
    const told = (keyword: string, message: string) => note({ pointer: joinPointer(pointer, keyword), message });
    if (Array.isArray(node.enum) && isOnly(node, 'array')) moveToItems(node, told);
    for (const keyword of ['enum', 'const', 'default']) convertValues(node, keyword, told);
  });
}

type Told = (keyword: string, message: string) => void;

function moveToItems(node: JsonSchema, told: Told): void {
  const values = node.enum.filter((value: unknown) => value !== null);
  if (values.length === 0 || node.enum.some(Array.isArray)) return;
  told('enum', 'no array is among these values, so that they are taken for those of the items');
  delete node.enum;
  const items = node.items ?? {};
  if (!('enum' in items)) node.items = items.$ref ? { allOf: [items], enum: values } : { ...items, enum: values };
}

/** Makes the values of a keyword those of the only type; tells what it makes of them, and which are of another type. */
function convertValues(node: JsonSchema, keyword: string, told: Told): void {
  const conversion = CONVERSIONS.find(({ types }) => types.some((type) => isOnly(node, type)));
  if (!conversion || !(keyword in node)) return;
  const isList = keyword === 'enum';
  if (isList && !Array.isArray(node.enum)) return;
  const given: unknown[] = isList ? node.enum : [node[keyword]];
  const values = given.map(conversion.convert);
  const converted = values.filter((value, index) => value !== given[index]);
  const list = (some: unknown[]) => some.map((value) => JSON.stringify(value)).join(', ');
  if (converted.length > 0) {
    node[keyword] = isList ? [...new Set(values)] : values[0];
    told(keyword, `${conversion.message}: ${list(converted)}`);
  }
  const others = isList ? values.filter((value) => value !== null && !isOfType(value, node)) : [];
  if (others.length > 0) told(keyword, `of another type than ${node.type}, and not allowed: ${list(others)}`);
}

const CONVERSIONS: { types: string[]; message: string; convert(value: unknown): unknown }[] = [
  {
    types: ['integer', 'number'],
    message: 'quoted values are taken for numbers',
    convert: (value) => (isNumeric(value) ? Number(value) : value),
  },
  {
    types: ['boolean'],
    message: 'quoted values are taken for booleans',
    convert: (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  },
  {
    types: ['string'],
    message: 'values without quotes are taken for texts',
    convert: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  },
];

/** Examples in other files or on the web, which nothing is generated from. */
export function withoutFarExamples(document: OpenApiDocument): void {
  walk(document, (node, kind) => {
    if (kind === 'schema' || typeof node.examples !== 'object' || node.examples === null) return;
    for (const [name, example] of Object.entries<JsonSchema>(node.examples))
      if (example?.externalValue !== undefined || !/^#|^undefined$/.test(String(example?.$ref)))
        delete node.examples[name];
  });
}

function isOnly({ type }: JsonSchema, name: string): boolean {
  const types = [type].flat().filter((each) => each !== 'null');
  return types.length === 1 && types[0] === name;
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

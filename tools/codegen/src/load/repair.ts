import type { Note } from '../common/errors.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/**
 * Puts right what is commonly written and could not be fulfilled, where the meaning is plain: an enumeration of texts
 * beside `type: array` (that of the items), quoted values in an enumeration of numbers.
 */
export function repair(document: OpenApiDocument, note: Note = () => {}): void {
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || !Array.isArray(node.enum)) return;
    const told = (message: string) => note({ pointer: joinPointer(pointer, 'enum'), message });
    if (isOnly(node, 'array') && node.enum.length > 0 && !node.enum.some(Array.isArray)) {
      told('no array is among these values, so that they are taken for those of the items');
      const values = node.enum.filter((value: unknown) => value !== null);
      delete node.enum;
      const items = node.items ?? {};
      if (!('enum' in items)) node.items = items.$ref ? { allOf: [items], enum: values } : { ...items, enum: values };
    } else if (isOnly(node, 'integer') || isOnly(node, 'number')) {
      const typed = node.enum.map((value: unknown) => (isNumeric(value) ? Number(value) : value));
      if (node.enum.some(isNumeric)) told(`quoted values are taken for numbers`);
      node.enum = typed;
    }
  });
}

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

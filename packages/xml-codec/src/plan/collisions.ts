import type { ObjectContent, Property } from './model.ts';
import { written } from './names.ts';
import { unsupported } from './unsupported.ts';

/** They tell that an element is null. */
const RESERVED = ['nil', 'xsi:nil'];

/**
 * Names of the elements of a property. Without a prefix those of two namespaces may be written alike: an element without a
 * namespace takes over that of its parent.
 */
export function elementNames(property: Property): string[] {
  if (property.nodeType !== 'element' && property.nodeType !== 'none') return [];
  const { name } = property.nodeType === 'element' ? property.element : property.item;
  const { local, aliases, prefix, namespace } = name;
  return [local, ...aliases].map((each) => (prefix ? `${each} of ${namespace}` : each));
}

/** Refuses an object whose parts could not be told apart in a document. */
export function checkObject({ properties, additional }: ObjectContent, pointer: string): void {
  const attributes: string[] = [];
  let texts = 0;
  for (const property of properties) {
    if (property.nodeType === 'attribute') attributes.push(written(property.name));
    else if (property.nodeType === 'text' || property.nodeType === 'cdata') texts++;
  }
  const names = properties.flatMap(elementNames);
  unique(names, 'element', pointer);
  unique(attributes, 'attribute', pointer);
  const reserved = attributes.find((name) => RESERVED.includes(name));
  if (reserved) unsupported(pointer, `an attribute cannot be called ${reserved}`);
  if (texts > 1) unsupported(pointer, 'has text twice');
  if (texts > 0 && (names.length > 0 || additional)) unsupported(pointer, 'mixes text and child elements');
}

function unique(names: string[], what: string, pointer: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) unsupported(pointer, `two properties share the ${what} ${twice}`);
}

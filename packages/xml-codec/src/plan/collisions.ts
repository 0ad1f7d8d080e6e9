import type { ObjectContent, QName } from './model.ts';
import { written } from './names.ts';
import { unsupported } from './unsupported.ts';

/** They tell that an element is null. */
const RESERVED = ['nil', 'xsi:nil'];

/** Refuses an object whose parts could not be told apart in a document. */
export function checkObject({ properties, additional }: ObjectContent, pointer: string): void {
  const elements: QName[] = [];
  const attributes: string[] = [];
  let texts = 0;
  for (const property of properties) {
    if (property.nodeType === 'element') elements.push(property.element.name);
    else if (property.nodeType === 'none') elements.push(property.item.name);
    else if (property.nodeType === 'attribute') attributes.push(written(property.name));
    else texts++;
  }
  // Without a prefix both may be written alike: an element without a namespace takes over that of its parent.
  const names = elements.flatMap(({ local, aliases, prefix, namespace }) =>
    [local, ...aliases].map((name) => (prefix ? `${name} of ${namespace}` : name)),
  );
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

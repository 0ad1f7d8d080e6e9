/**
 * Other forms in which clients send JSON, `x-json-accepts` of the description: `null` for an absent member, `[]` for an
 * empty object (`empty-list`), an item for a list of one (`single-item`), an object for one of its members (`member:code`).
 */
export interface Leniency {
  accepts?: readonly string[];
  members?: Readonly<Record<string, Leniency>>;
  items?: Leniency;
}

/** The value in the form that the schema describes. Objects and lists of `value` are changed in place. */
export function inDescribedForm(value: unknown, { accepts = [], members, items }: Leniency): unknown {
  const own = accepts.reduce(replaced, value);
  if (Array.isArray(own)) {
    if (items) for (let i = 0; i < own.length; i++) own[i] = inDescribedForm(own[i], items);
  } else if (members && typeof own === 'object' && own !== null) {
    for (const [name, leniency] of Object.entries(members)) setMember(own as Record<string, unknown>, name, leniency);
  }
  return own;
}

function setMember(object: Record<string, unknown>, name: string, leniency: Leniency): void {
  if (!Object.hasOwn(object, name)) return;
  if (object[name] === null && leniency.accepts?.includes('null')) delete object[name];
  else object[name] = inDescribedForm(object[name], leniency);
}

function replaced(value: unknown, word: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (word === 'empty-list') return Array.isArray(value) && value.length === 0 ? {} : value;
  if (word === 'single-item') return isObject ? [value] : value;
  const member = word.startsWith('member:') && word.slice('member:'.length);
  return member && isObject && Object.hasOwn(value, member) ? (value as Record<string, unknown>)[member] : value;
}

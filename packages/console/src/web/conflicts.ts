import { createHash } from 'node:crypto';

/** A part of a form that people can choose as a whole, with its fields and their values. */
export interface FormPart {
  label: string;
  fields: Readonly<Record<string, string>>;
  /** What people see of it; by default its only field. */
  shown?: string;
}

/** A part that somebody else has saved differently since the form was shown. */
export interface Conflict {
  mine: FormPart;
  theirs: FormPart;
  /** Whether the sender of the form has changed it too. */
  changedByMe: boolean;
}

const keyOf = ({ fields }: FormPart) => Object.keys(fields)[0] ?? '';

/** Forms have other line ends than stored texts. */
const digest = ({ fields }: FormPart): string =>
  createHash('sha256').update(JSON.stringify(fields).replaceAll('\\r\\n', '\\n')).digest('base64url').slice(0, 10);

/** Names what a form shows, so that its answer tells what its sender has seen. */
export const seenOf = (parts: readonly FormPart[]): string =>
  JSON.stringify(Object.fromEntries(parts.map((part) => [keyOf(part), digest(part)])));

/** What somebody has seen who takes up a text of unknown origin: each difference is a conflict. */
export const nothingSeen = '{}';

/** Returns the parts that would undo what others have saved since. Parts are found by the name of their first field. */
export function findConflicts(seen: string, mine: readonly FormPart[], theirs: readonly FormPart[]): Conflict[] {
  const shown = readObject(seen);
  return theirs.flatMap((theirPart) => {
    const myPart = mine.find((part) => keyOf(part) === keyOf(theirPart));
    const [before, now] = [shown[keyOf(theirPart)], digest(theirPart)];
    if (myPart === undefined || now === before || now === digest(myPart)) return [];
    return [{ mine: myPart, theirs: theirPart, changedByMe: digest(myPart) !== before }];
  });
}

/** Sets the fields of the parts that somebody has chosen on the page of a conflict; other forms stay as they are. */
export function takeChosen(form: FormData): FormData {
  for (let index = 0; form.has(`mine-${index}`); index++) {
    const side = (form.get('keep') ?? form.get(`take-${index}`)) === 'theirs' ? 'theirs' : 'mine';
    for (const [name, value] of Object.entries(readObject(form.get(`${side}-${index}`)))) form.set(name, value);
  }
  return form;
}

function readObject(text: unknown): Record<string, string> {
  try {
    const value: unknown = JSON.parse(String(text));
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

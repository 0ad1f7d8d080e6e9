import { type Say, type Words, words } from '../../words.ts';

/** Types of values that people choose for a new field; the service knows more. */
export const types: readonly (readonly [value: string, label: Words])[] = [
  ['string', words('Text')],
  ['integer', words('Whole number')],
  ['double', words('Number')],
  ['boolean', words('Yes or no')],
  ['date', words('Date')],
  ['timestamp', words('Date and time')],
];

/** A value of a contact as people read it. */
export function shownValue(say: Say, type: string | undefined, value: string): string {
  if (type !== 'boolean') return value;
  return value === 'true' ? say('Yes') : value === 'false' ? say('No') : value;
}

export function typeLabel(say: Say, type: string): string {
  const known = types.find(([value]) => value === (type === 'float' ? 'double' : type))?.[1];
  return known === undefined ? type : say(known);
}

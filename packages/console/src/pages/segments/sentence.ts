import type { Say } from '../../words.ts';
import { describeRule, type Group } from '../rules.ts';

/** Says rules in one sentence. @param names of the mailings that rules name */
export function describeGroup(say: Say, group: Group, names: ReadonlyMap<number, string> = new Map()): string {
  const parts = partsOf(say, group, names);
  if (parts.length === 0) return say('Every contact.');
  return say('Contacts for whom this is true: {rules}.', { rules: joined(say, group.match, parts) });
}

const partsOf = (say: Say, { rules = [], groups = [] }: Group, names: ReadonlyMap<number, string>): string[] => [
  ...rules.map((rule) => describeRule(say, rule, names)),
  ...groups.map((inner) => {
    const parts = partsOf(say, inner, names);
    const text = joined(say, inner.match, parts);
    return parts.length > 1 && inner.match !== 'none' ? `(${text})` : text;
  }),
];

function joined(say: Say, match: Group['match'], [first = '', ...rest]: readonly string[]): string {
  if (match === 'none') {
    const either = joined(say, 'any', [first, ...rest]);
    return say('not ({rules})', { rules: either });
  }
  return rest.reduce(
    (text, part) =>
      match === 'any'
        ? say('{one} or {other}', { one: text, other: part })
        : say('{one} and {other}', { one: text, other: part }),
    first,
  );
}

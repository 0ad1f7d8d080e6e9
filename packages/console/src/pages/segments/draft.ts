import { textOf } from '../../components/forms.ts';
import type { Say } from '../../words.ts';
import { type Group, type Rule, type RuleInput, readRule, ruleInput } from '../rules.ts';

/** A group of rules as a form has it. */
export interface GroupInput {
  match: string;
  rules: readonly RuleInput[];
  groups: readonly GroupInput[];
}

const noRule: RuleInput = { field: '', operator: 'EQUALS', value: '', mailing: '' };
const maxRules = 100;
/** Levels of groups, as the service takes them. */
export const maxDepth = 4;

export const emptyGroup = (rules: number): GroupInput => ({
  match: 'all',
  rules: Array<RuleInput>(rules).fill(noRule),
  groups: [],
});

/** Paths of the groups of a form: `0` is the outermost one, `0-1` the second one in it. */
export const pathsOf = (group: GroupInput, path = '0'): string[] => [
  path,
  ...group.groups.flatMap((inner, index) => pathsOf(inner, `${path}-${index}`)),
];

/** Reads the groups and rules of a form. */
export function readGroupInput(form: FormData): GroupInput {
  const paths = textOf(form, 'groups').split(',');
  const read = (path: string): GroupInput => {
    const rules: RuleInput[] = [];
    for (let index = 0; index < maxRules && form.has(`field.${path}.${index}`); index++) {
      const of = (name: string) => textOf(form, `${name}.${path}.${index}`);
      rules.push({ field: of('field'), operator: of('operator'), value: of('value'), mailing: of('mailing') });
    }
    const inner = paths.filter((each) => each.startsWith(`${path}-`) && !each.slice(path.length + 1).includes('-'));
    const deeper = path.split('-').length < maxDepth ? inner.map(read) : [];
    return { match: textOf(form, `match.${path}`) || 'all', rules, groups: deeper };
  };
  return read('0');
}

/** A step of building: `rule` or `group` adds one to the group of a path, `remove` takes the group out. */
export function changeGroup(group: GroupInput, step: string, path: string): GroupInput {
  const [, ...places] = path.split('-').map(Number);
  const change = (each: GroupInput, [next, ...rest]: number[]): GroupInput => {
    if (next === undefined) {
      if (step === 'rule') return { ...each, rules: [...each.rules, noRule] };
      return step === 'group' ? { ...each, groups: [...each.groups, emptyGroup(2)] } : each;
    }
    if (rest.length === 0 && step === 'remove')
      return { ...each, groups: each.groups.filter((_, index) => index !== next) };
    return { ...each, groups: each.groups.map((inner, index) => (index === next ? change(inner, rest) : inner)) };
  };
  return change(group, places);
}

/** Makes the rules of an input; empty rules and groups are left out. Returns a text if something is wrong. */
export function toGroup(say: Say, { match, rules, groups }: GroupInput): Group | string | undefined {
  const read = rules.map((rule) => readRule(say, rule));
  const inner = groups.map((group) => toGroup(say, group));
  const wrong = [...read, ...inner].find((each) => typeof each === 'string');
  if (wrong !== undefined) return wrong;
  const found = { rules: read.filter(isThere<Rule>), groups: inner.filter(isThere<Group>) };
  if (found.rules.length + found.groups.length === 0) return undefined;
  return {
    match: match === 'any' || match === 'none' ? match : 'all',
    ...(found.rules.length > 0 && { rules: found.rules }),
    ...(found.groups.length > 0 && { groups: found.groups }),
  };
}

const isThere = <Value extends object>(value: Value | string | undefined): value is Value => typeof value === 'object';

/** Makes the input of stored rules, to change them. */
export const fromGroup = ({ match = 'all', rules = [], groups = [] }: Group): GroupInput => ({
  match,
  rules: rules.map(ruleInput),
  groups: groups.map(fromGroup),
});

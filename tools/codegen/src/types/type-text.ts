import { propertyKey } from '../common/names.ts';

/** Source text of a type, and the operator that joins its outermost parts. */
export interface TypeText {
  text: string;
  operator?: '|' | '&';
}

export const named = (text: string): TypeText => ({ text });
export const UNKNOWN = named('unknown');
export const NEVER = named('never');
export const NULL = named('null');

/** Joins types by `|`; `unknown` takes all others in, and `never` adds nothing. */
export function unionOf(types: readonly TypeText[]): TypeText {
  if (types.some(({ text }) => text === 'unknown')) return UNKNOWN;
  return joined(
    '|',
    types.filter(({ text }) => text !== 'never'),
    NEVER,
  );
}

/** Joins types by `&`; `unknown` says nothing of them. */
export function intersectionOf(types: readonly TypeText[]): TypeText {
  return joined(
    '&',
    types.filter(({ text }) => text !== 'unknown'),
    UNKNOWN,
  );
}

function joined(operator: '|' | '&', types: readonly TypeText[], none: TypeText): TypeText {
  const different = [...new Map(types.map((type) => [type.text, type])).values()];
  if (different.length < 2) return different[0] ?? none;
  const parts = different.map((type) =>
    type.operator === undefined || type.operator === operator ? type.text : grouped(type),
  );
  return { text: parts.join(` ${operator} `), operator };
}

export function arrayOf(item: TypeText): TypeText {
  return named(`${grouped(item)}[]`);
}

/** Most places that are written out because a list must be so long. */
const LONGEST = 20;

/** A list with types of its places, and of those behind them if there may be any. */
export function tupleOf(
  places: readonly TypeText[],
  { required, rest }: { required: number; rest?: TypeText },
): TypeText {
  const more = rest ? Array(Math.max(0, Math.min(required, LONGEST) - places.length)).fill(rest) : [];
  const items = [...places, ...more].map((type, index) => (index < required ? type.text : `${grouped(type)}?`));
  return named(`[${[...items, ...(rest ? [`...${grouped(rest)}[]`] : [])].join(', ')}]`);
}

function grouped({ text, operator }: TypeText): string {
  return operator === undefined ? text : `(${text})`;
}

/** A member of an object type, with its comment. */
export interface TypeMember {
  name: string;
  type: TypeText;
  optional?: boolean;
  readonly?: boolean;
  comment?: string;
}

export function objectOf(members: readonly TypeMember[]): TypeText {
  return named(`{\n${members.map((member) => indent(memberText(member))).join('\n')}\n}`);
}

export function memberText({ name, type, optional, readonly, comment = '' }: TypeMember): string {
  return `${comment}${readonly ? 'readonly ' : ''}${memberName(name)}${optional ? '?' : ''}: ${type.text};`;
}

/** Statuses are written as numbers. */
function memberName(name: string): string {
  if (name === '[name: string]' || name === '[key: string]') return name;
  return /^(0|[1-9]\d{0,8})$/.test(name) ? name : propertyKey(name);
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** The type of exactly this value of JSON. */
export function literalOf(value: unknown): TypeText {
  if (Array.isArray(value)) return named(`[${value.map((item) => literalOf(item).text).join(', ')}]`);
  if (typeof value !== 'object' || value === null) return named(JSON.stringify(value) ?? 'unknown');
  const members = Object.entries(value).map(([name, each]) => ({ name, type: literalOf(each) }));
  return members.length > 0 ? objectOf(members) : named('Record<string, never>');
}

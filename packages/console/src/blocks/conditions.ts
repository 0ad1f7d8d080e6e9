/** How the value of a field is judged. */
export type Comparison = 'is' | 'is-not' | 'contains' | 'filled' | 'empty';

/** Who gets a block: contacts whose field is as it says. */
export interface Condition {
  field: string;
  comparison: Comparison;
  /** Empty for `filled` and `empty`. */
  value: string;
  /** Whether the value is compared as a text, and not as a number or as true or false. */
  isText: boolean;
}

const operators = { is: '==', 'is-not': '!=', contains: 'contains' } as const;

/** The start of a condition as it is written here; what is written in other ways is code. */
const written =
  /^\{% if contact(?:\.([A-Za-z_]\w*)|\["([^"[\]{}<>%]+)"\]) (==|!=|contains) (?:"([^"{}<>%]*)"|'([^'{}<>%]*)'|(-?\d+(?:\.\d+)?|true|false)|(blank)) %\}$/;

export const conditionEnd = '{% endif %}';

/** Reads the start of a condition, or returns `undefined` if it is none that people set here. */
export function readCondition(text: string): Condition | undefined {
  const match = written.exec(text);
  if (match === null) return undefined;
  const [, name, named, operator, double, single, plain, blank] = match;
  const field = name ?? named!;
  if (blank !== undefined) {
    if (operator === 'contains') return undefined;
    return { field, comparison: operator === '==' ? 'empty' : 'filled', value: '', isText: true };
  }
  const comparison = operator === '==' ? 'is' : operator === '!=' ? 'is-not' : 'contains';
  return { field, comparison, value: plain ?? double ?? single!, isText: plain === undefined };
}

/** Returns the start of a condition, or `undefined` if Liquid cannot say it. */
export function printCondition({ field, comparison, value, isText }: Condition): string | undefined {
  const path = /^[A-Za-z_]\w*$/.test(field) ? `contact.${field}` : `contact["${field}"]`;
  const judged =
    comparison === 'filled'
      ? '!= blank'
      : comparison === 'empty'
        ? '== blank'
        : `${operators[comparison]} ${isText ? quoted(value) : value}`;
  const text = `{% if ${path} ${judged} %}`;
  return readCondition(text) && text;
}

const quoted = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`);

/** Reports whether contents have conditions, for which a mailing needs Liquid. */
export const hasConditions = (source: string): boolean => source.includes('<mj-raw>{% if contact');

import { LOWER, type Schema, same, typesIn, UPPER } from './flatten.ts';

/** Whether clients send values of the schema or get them. */
export type Direction = 'sent' | 'received';

/**
 * Two schemas of which each value that fits `from` must fit `to`: what clients were allowed to send must be taken still, and what
 * they get now must be what they knew.
 */
export interface Change {
  from: Schema;
  to: Schema;
  sent: boolean;
  report: (message: string) => void;
  /** Compares schemas in these: the keys lead to them. */
  within: (from: Schema | boolean, to: Schema | boolean, ...keys: string[]) => void;
  /** Reports whether each value of a schema fits another one. */
  fits: (from: Schema, to: Schema) => boolean;
}

type Judge = (change: Change, keyword: string) => void;

/** A bound that is in the way of values which were in bounds before. */
const bound: Judge = ({ from, to, sent, report }, keyword) => {
  if (to[keyword] === undefined) return;
  const limits = [keyword, COUNTERPARTS[keyword] ?? keyword].flatMap((key) => from[key] ?? []);
  if (limits.length === 0 && !sent) return report(`${keyword} is gone`);
  const isUpper = UPPER.includes(keyword);
  const isExclusive = keyword.startsWith('exclusive');
  const isWithin = (key: string) => {
    const limit = from[key];
    if (limit === to[keyword]) return !isExclusive || key === keyword;
    return isUpper ? limit < to[keyword] : limit > to[keyword];
  };
  if ([keyword, COUNTERPARTS[keyword] ?? keyword].some(isWithin)) return;
  report(`${keyword} ${isUpper === sent ? 'fell' : 'rose'} to ${sent ? to[keyword] : limits[0]}`);
};

/** Bounds that say the same, but for the limit itself. */
const COUNTERPARTS: Record<string, string> = {
  minimum: 'exclusiveMinimum',
  exclusiveMinimum: 'minimum',
  maximum: 'exclusiveMaximum',
  exclusiveMaximum: 'maximum',
};

/** A rule that must be the same where there is one. */
const rule: Judge = ({ from, to, report }, keyword) => {
  if (to[keyword] !== undefined && !same(from[keyword], to[keyword])) report(`${keyword} changed`);
};

/** What values mean: no change is harmless. */
const meaning: Judge = ({ from, to, report }, keyword) => {
  if (!same(from[keyword], to[keyword])) report(`${keyword} changed`);
};

/** A schema for parts of a value; without one, parts are any. */
const part: Judge = ({ from, to, within }, keyword) => {
  if (to[keyword] !== undefined) within(from[keyword] ?? {}, to[keyword], keyword);
};

/** Schemas by name, each of which restricts by itself. */
const parts: Judge = ({ from, to, within }, keyword) => {
  for (const [name, schema] of Object.entries<Schema>(to[keyword] ?? {}))
    within(from[keyword]?.[name] ?? {}, schema, keyword, name);
};

/** Schemas of members or items that no other keyword describes: `false` closes a value. */
const rest: Judge = ({ from, to, sent, report, within }, keyword) => {
  const [before, after] = [from[keyword] ?? true, to[keyword] ?? true];
  const what = /items/i.test(keyword) ? 'items' : 'members';
  if (after === false) {
    if (before !== false) report(sent ? `further ${what} are no longer taken` : `further ${what} may come now`);
  } else if (before !== false && after !== true) within(before, after, keyword);
};

const type: Judge = ({ from, to, sent, report }) => {
  const allowed: string[] | undefined = to.type && [to.type].flat();
  const types: string[] = [from.type ?? []].flat();
  if (allowed === undefined) return;
  const lost = types.filter((each) => !typesIn(each, allowed).includes(each));
  if (lost.length > 0) report(`type ${lost.join(', ')} ${sent ? 'is no longer taken' : 'is new'}`);
  else if (from.type === undefined && from.enum === undefined) reportAny('type', allowed, sent, report);
};

const values: Judge = ({ from, to, sent, report }) => {
  const allowed: unknown[] | undefined = to.enum;
  if (allowed === undefined) return;
  const lost = (from.enum ?? []).filter((value: unknown) => !allowed.some((each) => same(each, value)));
  if (lost.length > 0) report(`value ${lost.join(', ')} ${sent ? 'is no longer taken' : 'is new'}`);
  else if (from.enum === undefined) reportAny('value', allowed, sent, report);
};

function reportAny(what: string, allowed: unknown[], sent: boolean, report: Change['report']): void {
  const list = allowed.join(', ');
  report(sent ? `any ${what} was taken, now only ${list}` : `any ${what} may come now, not only ${list}`);
}

/** Formats whose values are all of the other one. */
const WIDER: Record<string, string> = { int32: 'int64', float: 'double', 'idn-email': 'email', uri: 'uri-reference' };

const format: Judge = ({ from, to, sent, report }) => {
  if (to.format === undefined || to.format === from.format || WIDER[from.format] === to.format) return;
  if (from.format !== undefined) report('format changed');
  else report(sent ? `must have the format ${to.format} now` : `need not have the format ${to.format} now`);
};

const multipleOf: Judge = ({ from, to, sent, report }) => {
  if (to.multipleOf === undefined) return;
  const times = from.multipleOf / to.multipleOf;
  if (Math.abs(times - Math.round(times)) < 1e-9) return;
  report(sent ? `must be a multiple of ${to.multipleOf} now` : `need not be a multiple of ${to.multipleOf} now`);
};

const uniqueItems: Judge = ({ from, to, sent, report }) => {
  if (to.uniqueItems === true && from.uniqueItems !== true)
    report(sent ? 'items must differ now' : 'items may be equal now');
};

/** Members of one direction are required in that one alone. */
const required: Judge = ({ from, to, sent, report }) => {
  const other = sent ? 'readOnly' : 'writeOnly';
  const [present, isOfOther] = [sent ? to : from, (schema: Schema, name: string) => schema.properties?.[name]?.[other]];
  for (const name of to.required ?? []) {
    if (from.required?.includes(name) || isOfOther(to, name) || isOfOther(from, name)) continue;
    if (sent) report(`${name} is required now`);
    else if (present.properties?.[name]) report(`${name} may be absent now`);
  }
};

const dependentRequired: Judge = ({ from, to, sent, report }) => {
  for (const [name, needed] of Object.entries<string[]>(to.dependentRequired ?? {})) {
    const more = needed.filter(
      (each) => ![...(from.required ?? []), ...(from.dependentRequired?.[name] ?? [])].includes(each),
    );
    if (more.length > 0) report(`${more.join(', ')} ${sent ? 'is required now' : 'may be absent now'} beside ${name}`);
  }
};

/** Members that are gone break both ends: programs read or set them. */
const properties: Judge = ({ from, to, sent, report, within }) => {
  const [old, now] = sent ? [from, to] : [to, from];
  const [own, other] = sent ? ['writeOnly', 'readOnly'] : ['readOnly', 'writeOnly'];
  for (const [name, before] of Object.entries<Schema>(old.properties ?? {})) {
    if (before?.[other] === true) continue;
    const after = now.properties?.[name];
    if (after === undefined) report(`${name} is gone`);
    else if (after[other] === true) report(`${name} is ${other} now`);
    else if (sent) within(before, after, 'properties', name);
    else within(after, before, 'properties', name);
  }
  for (const [name, after] of Object.entries<Schema>(now.properties ?? {})) {
    if (old.properties?.[name] !== undefined || after?.[other] === true) continue;
    if (!sent && isClosed(old)) report(`${name} is new, where no further members came`);
    if (after?.[own] !== true && sent && typeof old.additionalProperties === 'object')
      within(old.additionalProperties, after, 'properties', name);
  }
};

const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema): boolean =>
  additionalProperties === false || unevaluatedProperties === false;

const prefixItems: Judge = ({ from, to, within }) => {
  const at = (schema: Schema, index: number) => schema.prefixItems?.[index] ?? schema.items ?? {};
  for (let index = 0; index < Math.max(from.prefixItems?.length ?? 0, to.prefixItems?.length ?? 0); index++)
    within(at(from, index), at(to, index), 'prefixItems', String(index));
};

/** Each alternative of the one must be, or be part of, one of the other. */
const choice: Judge = ({ from, to, sent, report, within, fits }, keyword) => {
  const allowed: Schema[] | undefined = to[keyword];
  if (!Array.isArray(allowed)) return;
  const other = keyword === 'oneOf' ? 'anyOf' : 'oneOf';
  const forms: Schema[] = from[keyword] ?? from[other] ?? [plainForm(from)];
  for (const [index, form] of forms.entries()) {
    const equal = allowed.find((each) => same(each, form));
    if (equal) within(form, equal, keyword, String(index));
    else if (!allowed.some((each) => fits(form, each)))
      report(`${nameOf(form)} ${sent ? 'is no longer taken' : 'is a new alternative'}`);
  }
  if (keyword === 'oneOf' && from.anyOf && sent) report('only one alternative may fit now');
};

/** Without alternatives, a schema is the only one. */
const plainForm = ({ xml: _xml, ...schema }: Schema): Schema => schema;

const nameOf = ({ $ref, type: of }: Schema): string =>
  String($ref ?? of ?? 'any value')
    .split('/')
    .at(-1)!;

const discriminator: Judge = ({ from, to, sent, report }) => {
  if (from.discriminator?.propertyName !== to.discriminator?.propertyName) return report('discriminator changed');
  const [before, after] = [from.discriminator?.mapping ?? {}, to.discriminator?.mapping ?? {}];
  for (const [value, target] of Object.entries(before))
    if (after[value] === undefined) report(`the kind ${value} ${sent ? 'is no longer taken' : 'is new'}`);
    else if (after[value] !== target) report(`the kind ${value} is another schema`);
};

/** What a service takes for an absent member is a part of what clients ask for. */
const fallback: Judge = ({ from, to, sent, report }) => {
  if (sent && !same(from.default, to.default)) report('default changed');
};

/** A schema that values must not fit, and conditions: only those that are equal are known to be no stricter. */
const condition: Judge = ({ from, to, report }, keyword) => {
  if (to[keyword] !== undefined && !same([from.if, from[keyword]], [to.if, to[keyword]])) report(`${keyword} changed`);
};

/** What each keyword of the validators, and of OpenAPI, means for clients. */
export const KEYWORDS: Record<string, Judge> = {
  ...Object.fromEntries([...UPPER, ...LOWER].map((keyword) => [keyword, bound])),
  type,
  enum: values,
  format,
  multipleOf,
  pattern: rule,
  uniqueItems,
  required,
  dependentRequired,
  properties,
  patternProperties: parts,
  dependentSchemas: parts,
  additionalProperties: rest,
  unevaluatedProperties: rest,
  unevaluatedItems: rest,
  items: rest,
  propertyNames: part,
  contains: part,
  prefixItems,
  oneOf: choice,
  anyOf: choice,
  not: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: condition,
  else: condition,
  discriminator,
  xml: meaning,
  contentEncoding: meaning,
  contentMediaType: meaning,
  contentSchema: meaning,
  default: fallback,
};

/** Keywords that are read before others are compared, or that say nothing of values. */
export const UNJUDGED: ReadonlySet<string> = new Set(
  `$ref allOf const nullable readOnly writeOnly if $id $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor
  $defs definitions $comment $vocabulary $async id dependencies title description deprecated example examples externalDocs`.split(
    /\s+/,
  ),
);

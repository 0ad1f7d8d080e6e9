import type { OperationTable, ParameterTable } from './api.ts';
import { badRequest } from './api-error.ts';
import { type DeepText, deepReader } from './deep-object.ts';
import { isMap, objectNames } from './object-names.ts';
import { cookieTexts, formReader } from './parameter-form.ts';
import { decode, eachPair } from './query-string.ts';
import { header, type RawRequest, wholePath } from './raw.ts';
import { type ReadScalar, type Scalar, ScalarFault, scalarReader } from './scalar.ts';
import { describeFault } from './schema-fault.ts';
import { show } from './text.ts';

/** Parameters by wire name, converted, with defaults; absent ones are undefined, absent arrays empty. */
export type Input = Record<string, unknown>;

/**
 * Reads all parameters of an operation; `pathNames` and `pathValues` come from the router.
 * @throws ApiError 400 with up to ten faults in one message
 */
export type ReadParameters = (
  request: RawRequest,
  pathNames: readonly string[],
  pathValues: string[],
  onUnknown?: (name: string) => void,
) => Input;

const maxFaults = 10;

export function parameterReader(operation: OperationTable): ReadParameters {
  const parameters = operation.parameters.map((table) => ({
    table,
    read: scalarReader(table),
    readForm: table.form && formReader(table, table.form),
    readDeep: table.form?.deep === undefined ? undefined : deepReader(table.form.deep),
  }));
  const queryIndex = new Map<string, number>();
  const patterns: { pattern: RegExp; index: number }[] = [];
  parameters.forEach(({ table, readDeep }, index) => {
    if (table.in !== 'query' || readDeep) return;
    for (const name of namesOf(table))
      if (name.includes('*')) patterns.push({ pattern: aliasPattern(name), index });
      else queryIndex.set(name, index);
  });
  const indexOf = (name: string) => queryIndex.get(name) ?? patterns.find(({ pattern }) => pattern.test(name))?.index;
  const memberOf = objectNames(operation.parameters);
  /** Parameters that select the operation and are not part of the input. */
  const constants = new Set((operation.conditions ?? []).map(({ name }) => name));
  const count = parameters.length;
  /** Value of an absent parameter: its default, or an empty list. */
  const absent = operation.parameters.flatMap(({ name, array, scalar, default: fallback }) => {
    const given = scalar === 'bigint' ? asBigint(fallback) : fallback;
    const value = given ?? (array ? [] : undefined);
    return value === undefined ? [] : [{ name, value }];
  });
  const withDefaults = operation.parameters.flatMap(({ name, form }) => {
    return form?.defaults === undefined ? [] : [{ name, defaults: form.defaults }];
  });
  const validate = operation.validateParameters;

  const segmentOf = rawSegments(operation);
  const blank: Input = Object.fromEntries(operation.parameters.map(({ name }) => [name, undefined]));

  return (request, pathNames, pathValues, onUnknown = ignore) => {
    const input = { ...blank };
    if (count === 0) {
      if (request.query !== '') eachPair(request.query, (name) => constants.has(name) || onUnknown(name));
      return input;
    }
    const texts = new Array<Texts>(count).fill(undefined);
    const deepTexts: DeepText[][] = memberOf ? parameters.map(() => []) : [];
    if (request.query !== '') {
      eachPair(request.query, (name, decoded, raw) => {
        const index = indexOf(name);
        const value = index !== undefined && isReadRaw(parameters[index]!.table) ? raw : decoded;
        if (index === undefined) {
          if (constants.has(name)) return;
          const found = memberOf?.(name);
          if (found) deepTexts[found.owner]!.push({ path: found.path, text: decoded });
          else onUnknown(name);
          return;
        }
        const found = texts[index];
        if (found === undefined) texts[index] = value;
        else if (typeof found === 'string') texts[index] = [found, value];
        else found.push(value);
      });
    }
    let faults: Faults | undefined;
    for (let i = 0; i < count; i++) {
      const { table, read, readForm, readDeep } = parameters[i] as (typeof parameters)[number];
      if (readDeep) {
        const isThere = deepTexts[i]!.length > 0;
        const value = isThere ? readDeep(deepTexts[i]!) : table.required || isMap(table) ? {} : undefined;
        if (value instanceof ScalarFault) {
          faults ??= new Faults();
          faults.add(table.wire ?? table.name, value.message);
        } else input[table.name] = value;
        continue;
      }
      const given = table.in === 'query' ? texts[i] : elsewhere(table, request, pathNames, pathValues, segmentOf);
      if (given === undefined && !table.required) continue;
      if (given === undefined && readForm) {
        faults ??= new Faults();
        faults.add(table.wire ?? table.name, isRequired.message);
        continue;
      }
      const value = readForm
        ? readForm([given ?? []].flat())
        : table.array
          ? readArray(table, read, given)
          : readOne(table, read, given);
      if (value instanceof ScalarFault) {
        faults ??= new Faults();
        faults.add(table.wire ?? table.name, value.message);
      } else {
        input[table.name] = value;
      }
    }
    if (validate && !validate(input)) {
      faults ??= new Faults();
      for (const fault of validate.errors ?? [])
        faults.addSchemaFault(describeFault(fault, input, 'parameters'), fault);
    }
    if (faults) throw badRequest(faults.message());
    // After the validation, because absent parameters need not match a schema.
    for (let i = 0; i < absent.length; i++) {
      const { name, value } = absent[i] as (typeof absent)[number];
      if (input[name] === undefined) input[name] = typeof value === 'object' ? structuredClone(value) : value;
    }
    for (const { name, defaults } of withDefaults)
      if (input[name] !== undefined) input[name] = { ...structuredClone(defaults), ...(input[name] as object) };
    return input;
  };
}

/** Tables are JSON, which has no bigints. */
const asBigint = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asBigint) : value === undefined ? value : BigInt(value as number);

/** A parameter as it was sent: once, several times or not at all. */
type Texts = string | string[] | undefined;

const ignore = (): void => {};
const isRequired = new ScalarFault('is required');

/** Texts of a parameter that is not in the query string. */
function elsewhere(
  table: ParameterTable,
  request: RawRequest,
  pathNames: readonly string[],
  pathValues: readonly string[],
  segmentOf: RawSegment,
): Texts {
  const name = table.wire ?? table.name;
  if (table.in === 'cookie') {
    const found = cookieTexts(request, name);
    if (found.length === 0) return undefined;
    // Browsers send those of other paths behind the one that is meant (RFC 6265, section 5.4).
    return table.array || table.form?.mixed ? found : found.slice(0, 1);
  }
  if (table.in === 'header') {
    if (table.form) return header(request, name.toLowerCase());
    const text = header(request, name.toLowerCase());
    return table.array ? text?.split(',').map((item) => item.trim()) : text;
  }
  const text = pathValues[pathNames.indexOf(name)];
  if (!(table.array || table.form) || text === undefined) return text;
  const raw = segmentOf(name, request, text);
  if (table.form) return raw ?? encodeURIComponent(text);
  return raw === undefined ? text.split(',') : raw.split(',').map(decodeURIComponent);
}

/** The segment of a path parameter as it was sent, where it is one. */
type RawSegment = (name: string, request: RawRequest, decoded: string) => string | undefined;

function rawSegments({ path: template, servers }: OperationTable): RawSegment {
  const places = (servers ?? ['']).map((base) => (base + template).split('/'));
  return (name, request, decoded) => {
    const segments = (servers ? wholePath(request) : request.path).split('/');
    const found = places.map((names) => segments[names.indexOf(`{${name}}`)]);
    // An alias of the operation can have it elsewhere.
    const whole = found.find((raw) => raw !== undefined && decodeURIComponent(raw) === decoded);
    // A part of a segment, `{name}.{form}`, in which nothing is encoded.
    return whole ?? (segments.some((raw) => raw.includes(decoded) && !raw.includes('%')) ? decoded : undefined);
  };
}

function readOne(table: ParameterTable, read: ReadScalar, text: Texts): unknown {
  if (Array.isArray(text)) return new ScalarFault(`must be given once but was given ${text.length} times`);
  if (text === '' && table.empty !== undefined) return table.empty;
  if (text === undefined || (text === '' && !table.required)) return table.required ? isRequired : undefined;
  return read(text);
}

/** Names under which a query parameter can be sent; lists also as `emails[]`, as PHP writes them. */
function namesOf({ name, wire = name, aliases = [], array }: ParameterTable): string[] {
  const names = [wire, ...aliases];
  return array ? [...names, ...names.map((each) => `${each}[]`)] : names;
}

/** An alias in which `*` stands for letters and digits: `prefer_*_id`. */
function aliasPattern(alias: string): RegExp {
  const parts = alias.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${parts.join('[A-Za-z0-9]+')}$`);
}

const isReadRaw = (table: ParameterTable): boolean => table.form !== undefined || splitsRaw(table);

/** A text can hold a comma, `a%2Cb`, so that the commas between items are those that are not encoded (RFC 6570). */
const splitsRaw = ({ commas, scalar, in: place }: ParameterTable): boolean =>
  place === 'query' && commas === true && scalar === 'string';

function readArray(table: ParameterTable, read: ReadScalar, given: Texts): unknown {
  const values: Scalar[] = [];
  for (const text of typeof given === 'string' ? [given] : (given ?? [])) {
    for (const item of table.commas ? text.split(',') : [text]) {
      if (item === '' && table.empty !== '') continue;
      const value = read(splitsRaw(table) ? decode(item) : item);
      if (value instanceof ScalarFault) return value;
      values.push(value);
    }
  }
  if (values.length > 0) return values;
  return table.required ? isRequired : undefined;
}

/** Collects errors; each parameter with the first error before its schema is checked. */
class Faults {
  readonly #messages: string[] = [];

  add(name: string, message: string): void {
    this.#messages.push(`${show(name)} ${message}`);
  }

  addSchemaFault(described: string, { instancePath }: { instancePath: string }): void {
    const [, name = '', item] = instancePath.split('/');
    this.#messages.push(item === undefined ? described : described.replace(`${name}[${item}]`, name));
  }

  message(): string {
    return this.#messages.slice(0, maxFaults).join('; ');
  }
}

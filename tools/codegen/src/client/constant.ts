import { isDeepStrictEqual } from 'node:util';
import { propertyKey } from '../common/names.ts';
import { headerTable } from '../emit/header-types.ts';
import type { ApiModel, Content, Operation, Parameter } from '../model/model.ts';
import { contentList } from './contents.ts';
import { type FailureLists, failureContents, isSuccess } from './failures.ts';
import { fixedValue } from './input-type.ts';
import { combinations } from './service-file.ts';
import { bracketed, PURE, quote } from './source.ts';

/** The members of an operation's constant for the runtime. */
export function constantMembers(
  operation: Operation,
  failures: FailureLists,
  { security: common, securitySchemes }: Pick<ApiModel, 'security' | 'securitySchemes'>,
): string[] {
  const {
    id,
    method,
    key,
    servers,
    bodies,
    retry,
    timeout,
    sealed,
    paging,
    security: asked = [],
    constants = [],
  } = operation;
  const parameters = sentParameters(operation);
  const places = parameters.map((each) => `${propertyKey(each.name)}: ${quote(placeOf(each))}`);
  const wires = parameters.flatMap(({ name, wire }) => (wire ? [`${propertyKey(name)}: ${quote(wire)}`] : []));
  const fixed = operation.parameters.flatMap((each) => {
    const value = fixedValue(each);
    return value === undefined ? [] : [`${propertyKey(each.name)}: ${quote(value)}`];
  });
  const security = isDeepStrictEqual(asked, common) ? [] : [`security: ${combinations(asked, securitySchemes)},`];
  return [
    `id: ${quote(id)},`,
    `method: ${quote(method)},`,
    `path: ${quote(pathInCode(operation))},`,
    ...(servers ? [`base: ${PURE}ownServer(${quote(servers[0]!)}),`] : []),
    ...(key ? [`key: ${quote(key)},`] : []),
    ...(places.length ? [`params: ${bracketed('{}', places, '  ')},`] : []),
    ...(wires.length ? [`wires: ${bracketed('{}', wires, '  ')},`] : []),
    ...(fixed.length ? [`fixed: ${bracketed('{}', fixed, '  ')},`] : []),
    ...(constants.length ? [`constants: [${constants.map(queryPair).map(quote).join(', ')}],`] : []),
    ...(usesWire(operation) ? ['wire,'] : []),
    ...(usesForms(operation) ? [`forms: ${PURE}formsOf(${bracketed('{}', forms(operation), '  ')}),`] : []),
    ...(bodies.length ? [`bodies: ${contentList('encode', bodies, '  ')},`, 'encode: encodeBody,'] : []),
    ...security,
    `responses: ${bracketed('{}', responses(operation, failures), '  ')},`,
    ...(readsHeaders(operation)
      ? [`headers: ${PURE}headerReader(${bracketed('{}', headerTables(operation), '  ')}),`]
      : []),
    `retry: ${quote(retry)},`,
    `timeout: ${timeout * 1000},`,
    ...(sealed ? ['sealed: true,'] : []),
    ...(paging ? [`paging: { total: ${quote(paging.total)}, pages: ${quote(paging.pages)} },`, 'page: pageOf,'] : []),
  ];
}

const queryPair = ({ name, value }: NonNullable<Operation['constants']>[number]): string =>
  new URLSearchParams([[name, value]]).toString().replaceAll('+', '%20');

/** The path with the names that its parameters have in the input. */
const pathInCode = ({ path, parameters }: Operation): string =>
  parameters.reduce(
    (template, { in: place, name, wire }) =>
      place === 'path' && wire !== undefined ? template.replaceAll(`{${wire}}`, `{${name}}`) : template,
    path,
  );

/** Reports whether fields of the query are not plain `name=value` pairs. */
export function usesWire(operation: Operation): boolean {
  return sentParameters(operation).some(({ wire }) => wire !== undefined);
}

/** Reports whether a parameter has a style, or is JSON, so that the runtime must know its form to write it. */
export const usesForms = (operation: Operation): boolean => sentParameters(operation).some(({ form }) => form);

/** Parameters, and the members of their objects by their names in the request. */
const sentParameters = ({ parameters, flat = [] }: Operation): Parameter[] => [...parameters, ...flat];

function forms(operation: Operation): string[] {
  return sentParameters(operation).flatMap(({ name, wire, in: place, form }) =>
    form
      ? `${propertyKey(name)}: { in: ${quote(place)}, style: ${quote(form.style)}${form.explode ? ', explode: true' : ''}${form.json ? ', json: true' : ''}${form.repeated ? `, repeated: [${form.repeated.map(quote).join(', ')}]` : ''}${wire === undefined ? '' : `, wire: ${quote(wire)}`} }`
      : [],
  );
}

/** Reports whether the call returns headers: of a page they are read as its total and place instead. */
export function readsHeaders(operation: Operation): boolean {
  return !operation.paging && headerTables(operation).length > 0;
}

/** Reports whether a request or a success is a stream of items. */
export const usesSequences = (operation: Operation): boolean =>
  [...operation.bodies, ...namedResponses(operation).flatMap(({ contents }) => contents)].some(
    ({ sequence }) => sequence,
  );

function headerTables({ responses }: Operation): string[] {
  const successes = responses.filter(isSuccess);
  const described = successes.length ? successes : responses.filter(({ status }) => status === 'default');
  return described
    .filter(({ headers }) => headers.length > 0)
    .map(({ status, headers }) => `${status === 'default' ? 'success' : status}: ${headerTable(headers)}`);
}

function placeOf({ in: place, array, explode, greedy, form }: Parameter): string {
  if (greedy) return 'greedy';
  return place === 'query' && array && !explode && !form ? 'joined' : place;
}

/** Statuses with bodies of their own; failures that are read like the others are not named. */
function responses(operation: Operation, failures: FailureLists): string[] {
  const named = namedResponses(operation).map(
    ({ status, contents }) => `${status}: ${contentList('decode', contents, '    ')}`,
  );
  const list = failures.get(contentList('decode', failureContents(operation)));
  return list ? [...named, `failure: ${list.name}`] : named;
}

/** Responses that the constant names: all successes, and failures with other bodies than the common ones. */
export function namedResponses(operation: Operation): { status: number | 'success'; contents: Content[] }[] {
  const { responses } = operation;
  const common = contentList('decode', failureContents(operation));
  const named = responses.flatMap(({ status, contents }) => {
    if (status === 'default') return [];
    const special = contents.length > 0 && contentList('decode', contents) !== common;
    return isSuccess({ status }) || special ? [{ status, contents }] : [];
  });
  const range = responses.find((response) => response.range);
  if (range) return [...named, { status: 'success', contents: range.contents }];
  if (responses.some(isSuccess)) return named;
  const fallback = responses.find(({ status }) => status === 'default');
  return [...named, { status: 'success', contents: fallback?.contents ?? [] }];
}

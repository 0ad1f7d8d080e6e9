import { headerValues } from '../emit/header-types.ts';
import type { ApiModel, Content, Header, Operation, Response } from '../model/model.ts';
import { isSuccess } from './failures.ts';
import type { TypeOfContent } from './input-type.ts';

/** `Ok<200, Mailing> | Ok<204, undefined>` */
export function successType({ responses }: Operation, typeOf: TypeOfContent): string {
  const successes = responses.filter(isSuccess);
  // A class whose answers have contents is no promise of 204, although the client would accept it.
  const isBare = ({ range, contents }: Response) => range === true && contents.length === 0;
  const told = successes.every(isBare) ? successes : successes.filter((response) => !isBare(response));
  const documented = told.map(
    ({ status, contents, headers }) => `Ok<${status}, ${dataType(contents, typeOf)}>${typed(headers)}`,
  );
  if (documented.length) return documented.join(' | ');
  const fallback = responses.find(({ status }) => status === 'default');
  return `Ok<AnySuccess, ${dataType(fallback?.contents ?? [], typeOf)}>${typed(fallback?.headers ?? [])}`;
}

function typed(headers: Header[]): string {
  return headers.length ? ` & TypedHeaders<${headerValues(headers)}>` : '';
}

/** `400 | 404`, or any status for operations that do not say. */
export function failureStatuses({ responses }: Operation): string {
  const statuses = responses.filter((response) => !isSuccess(response)).map(({ status }) => status);
  const documented = statuses.filter((status) => status !== 'default');
  return [...documented, ...(documented.length === statuses.length && documented.length ? [] : ['AnyStatus'])].join(
    ' | ',
  );
}

/**
 * `Fault`, if all documented errors have this document, else `ByStatus<{ 404: Fault; default: Problem }>`; undefined where no
 * error has one.
 */
export function documentTypes({ responses }: Operation, typeOf: TypeOfContent): string | undefined {
  const failures = responses.filter((response) => !isSuccess(response));
  if (failures.every(({ contents }) => contents.length === 0)) return undefined;
  const members = failures.map(
    ({ status, contents }) => [status, contents.length > 0 ? dataType(contents, typeOf) : 'unknown'] as const,
  );
  const types = new Set(members.map(([, type]) => type));
  const fallback = members.find(([status]) => status === 'default')?.[1];
  if (fallback === undefined && types.size === 1) return members[0]![1];
  const told = members.filter(([status, type]) => status === 'default' || type !== fallback);
  return `ByStatus<{ ${told.map(([status, type]) => `${status}: ${type}`).join('; ')} }>`;
}

/** The type of one item of an operation with pages; its document is an array. */
export function itemType(model: ApiModel, operation: Operation, typeOf: TypeOfContent): string {
  const content = operation.responses.find(isSuccess)?.contents[0];
  const items = model.schemas.get(content?.schema ?? '')?.items;
  if (!content || !items) throw new Error(`${operation.id} has x-paging, but its success is no array`);
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(items.$ref ?? '')?.[1];
  return name && model.schemas.has(name) ? typeOf({ ...content, schema: name }) : `${typeOf(content)}[number]`;
}

function dataType(contents: Content[], typeOf: TypeOfContent): string {
  const types = new Set(contents.map(answerType(typeOf)));
  if (contents.some(({ empty }) => empty)) types.add('undefined');
  return [...types].join(' | ') || 'undefined';
}

function answerType(typeOf: TypeOfContent): TypeOfContent {
  return (content) => {
    if (content.kind === 'sequence') return `AsyncIterable<${typeOf(content)}>`;
    return content.kind === 'binary' ? 'Uint8Array<ArrayBuffer>' : typeOf(content);
  };
}

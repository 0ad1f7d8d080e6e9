import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { SentRequest } from '../exchange/exchange.ts';
import { pathBelow } from '../judge/judge.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import { unknownValue } from '../values/unknown.ts';
import type { Target } from './request.ts';

/** A request that the description does not have, and the statuses of which any is right. */
export interface UndescribedCase {
  about: string;
  wants: readonly number[];
  request: SentRequest;
}

/** The first is preferred: it changes nothing where a service offers more than it describes. */
const METHODS = ['GET', 'PATCH', 'DELETE', 'PUT', 'POST'];

/**
 * A path that is nowhere, and on each path a method that it does not offer. Ids in paths are invented, so that nothing is
 * changed by a method that a service does offer.
 */
export function undescribedCases(
  { model, route }: Contract,
  { baseUrl, credentials, query }: Target,
  invented: Known,
): UndescribedCase[] {
  const keys = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const testCase = (method: string, path: string, wants: number[]): UndescribedCase => {
    const request = { method, url: baseUrl + path + keys, headers: credentials, body: new Uint8Array() };
    return { about: `${method} ${path}`, wants, request };
  };
  const paths = new Set(model.operations.map((operation) => pathOf(operation, invented)));
  const methods = [...paths].flatMap((path) => {
    const method = METHODS.find((each) => route(each, pathBelow(baseUrl, baseUrl + path)).found === 'path');
    return method ? [testCase(method, path, [405, 404])] : [];
  });
  return [testCase('GET', '/no-such-path', [404]), ...methods];
}

function pathOf({ path, parameters }: Operation, invented: Known): string {
  return path.replace(/\{([^}]*)\}/g, (_, name) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    const value = unknownValue(parameter?.schema ?? {});
    return value === undefined ? '1' : encodeURIComponent(String(fill(value, invented)));
  });
}

import type { Contract } from '../contract/contract.ts';
import type { SentRequest } from '../exchange/exchange.ts';
import { pathBelow } from '../judge/judge.ts';
import type { Target } from './request.ts';

/** A request that the description does not have, and the statuses of which any is right. */
export interface UndescribedCase {
  about: string;
  wants: readonly number[];
  request: SentRequest;
}

const METHODS = ['PATCH', 'DELETE', 'PUT', 'POST', 'GET'];

/** A path that is nowhere, and on each path a method that it does not offer. */
export function undescribedCases(
  { model, route }: Contract,
  { baseUrl, credentials, query }: Target,
): UndescribedCase[] {
  const keys = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const testCase = (method: string, path: string, wants: number[]): UndescribedCase => {
    const request = { method, url: baseUrl + path + keys, headers: credentials, body: new Uint8Array() };
    return { about: `${method} ${path}`, wants, request };
  };
  const paths = new Set(model.operations.map(({ path }) => path.replace(/\{[^}]*\}/g, '1')));
  const methods = [...paths].flatMap((path) => {
    const method = METHODS.find((each) => route(each, pathBelow(baseUrl, baseUrl + path)).found === 'path');
    return method ? [testCase(method, path, [405, 404])] : [];
  });
  return [testCase('GET', '/no-such-path', [404]), ...methods];
}

import { decodeJson, encodeBody, encodeJson, type Operation } from '../../src/runtime/index.ts';

/** A scalar document `<name>text</name>`, without any of the rules of the real codec. */
const name = {
  encode: (value: unknown) => `<name>${value}</name>`,
  decode: (body: Uint8Array) => {
    const [, value] = /^<name>(.*)<\/name>$/.exec(new TextDecoder().decode(body)) ?? [];
    if (value === undefined) throw Object.assign(new Error('no <name>'), { line: 1, column: 3, path: '/name' });
    return value;
  },
};
const error = {
  decode: (body: Uint8Array) => {
    const [, message] = /<message>(.*)<\/message>/.exec(new TextDecoder().decode(body)) ?? [];
    if (message === undefined) throw new Error('no <message>');
    return { message };
  },
};

export const xmlType = 'application/vnd.test+xml';
export const jsonType = 'application/vnd.test+json';
export const nameXml = { type: xmlType, ...name };
export const nameJson = { type: jsonType, encode: encodeJson, decode: decodeJson };
const errors = [
  { type: xmlType, ...error },
  { type: jsonType, decode: decodeJson },
];

/** An operation with the given traits; by default it reads a name and takes nothing. */
export function operation(traits: Partial<Operation> = {}): Operation {
  return {
    id: 'getName',
    method: 'GET',
    path: '/name',
    responses: { 200: [nameXml], failure: errors },
    retry: 'safe',
    timeout: 30_000,
    ...(traits.bodies ? { encode: encodeBody } : {}),
    ...traits,
  };
}

export const answers = {
  name: (value = 'Spring', init: ResponseInit = {}) =>
    new Response(`<name>${value}</name>`, { ...init, headers: { 'content-type': xmlType, ...init.headers } }),
  error: (status: number, message = 'No.', headers: Record<string, string> = {}) =>
    new Response(`<error><message>${message}</message></error>`, {
      status,
      headers: { 'content-type': xmlType, ...headers },
    }),
};

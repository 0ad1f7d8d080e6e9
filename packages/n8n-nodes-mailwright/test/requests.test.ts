import { operations, service } from '@mailwright/client/raw';
import { call, connect, type Input } from '@mailwright/client-runtime';
import { describe, expect, test } from 'vitest';
import { resources } from '../src/generated/resources.ts';
import type { NodeField, NodeOperation } from '../src/operation.ts';
import { requestOf } from '../src/request.ts';

const baseUrl = 'https://mail.example.com/1.0';

/** A value that needs encoding where any text is allowed. */
function sampleOf({ kind, values }: NodeField): unknown {
  if (values) return kind === 'choices' ? values.slice(0, 2) : values[0];
  if (kind === 'texts') return ['a b', 'c&d'];
  if (kind === 'number') return 7;
  if (kind === 'boolean') return true;
  return kind === 'json' ? [7, 8] : 'a/b ä?$&';
}

/** What the generated client sends with the same parameters. */
async function sentByClient(operation: NodeOperation, values: Record<string, unknown>): Promise<Request> {
  const generated = operations.find(({ method, path }) => method === operation.method && path === operation.path)!;
  let sent: Request | undefined;
  const fetch = (request: Request) => {
    sent = request;
    return Promise.resolve(new Response('', { status: 500 }));
  };
  const parameters = operation.fields.filter(({ in: place }) => place === 'path' || place === 'query');
  const given = Object.fromEntries(parameters.map((field) => [field.name, values[field.name]]));
  const encode = () => ({ body: new Uint8Array() });
  const bare = { ...generated, ...(generated.encode && { encode }) };
  await call(connect({ baseUrl, retries: 0, fetch }, service), bare, given as Input, {});
  return sent!;
}

const addressOf = ({ url }: { url: string }) => {
  const { pathname, searchParams } = new URL(url);
  return { pathname, query: [...searchParams].sort() };
};

describe.each(resources.map((resource) => [resource.title, resource.operations] as const))('%s', (_title, all) => {
  test.each(all.map((operation) => [operation.action, operation] as const))('%s', async (_action, operation) => {
    const values = Object.fromEntries(operation.fields.map((field) => [field.name, sampleOf(field)]));
    const request = requestOf(operation, baseUrl, values);
    const client = await sentByClient(operation, values);
    expect(client.method).toBe(request.method);
    expect(addressOf(request)).toEqual(addressOf(client));
  });
});

test('names of operations and fields are unique, choices have values, and what is required is asked for', () => {
  for (const { name, operations: all } of resources) {
    expect(new Set(all.map((each) => each.name)).size, name).toBe(all.length);
    for (const { fields, path, ...operation } of all) {
      const place = `${name} ${operation.name}`;
      expect(new Set(fields.map((field) => field.name)).size, place).toBe(fields.length);
      const inPath = fields.filter((field) => field.in === 'path').map(({ wire }) => `{${wire}}`);
      expect(inPath.sort(), place).toEqual((path.match(/\{[^}]+\}/g) ?? []).sort());
      for (const { kind, values } of fields) expect(kind.startsWith('choice'), place).toBe(values !== undefined);
    }
  }
});

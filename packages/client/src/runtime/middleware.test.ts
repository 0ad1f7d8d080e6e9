import { expect, test } from 'vitest';
import { memoryService } from '../../test/support/memory-service.ts';
import { answers, nameXml, operation } from '../../test/support/operations.ts';
import { call, type Middleware } from './index.ts';

const set = operation({
  id: 'setName',
  method: 'POST',
  retry: 'idempotent',
  bodies: [nameXml],
  params: { id: 'query' },
});

test('sees the value and the result, once for all attempts, the first one outermost', async () => {
  const seen: unknown[] = [];
  const layer =
    (name: string): Middleware =>
    async (request, next) => {
      seen.push([name, request.operation.id, request.input]);
      const result = await next(request);
      seen.push([name, result.status]);
      return result;
    };
  const service = memoryService([answers.error(503), answers.name()], { middleware: [layer('a'), layer('b')] });
  await service.clock.run(call(service.connection, set, { id: 7, body: 'A' }));
  expect(service.seen).toHaveLength(2);
  const input = { id: 7, body: 'A' };
  expect(seen).toEqual([
    ['a', 'setName', input],
    ['b', 'setName', input],
    ['b', 200],
    ['a', 200],
  ]);
});

test('may change headers and input', async () => {
  const change: Middleware = (request, next) => {
    request.headers.set('x-trace', 't-1');
    return next({ ...request, input: { ...request.input, body: 'B' } });
  };
  const { connection, seen } = memoryService([answers.name()], { middleware: [change] });
  await call(connection, set, { body: 'A' });
  expect(seen[0]).toMatchObject({ headers: { 'x-trace': 't-1' }, body: '<name>B</name>' });
});

test('may answer itself and may call again', async () => {
  const twice: Middleware = async (request, next) => {
    await next(request);
    return next(request);
  };
  const { connection, seen } = memoryService([answers.name('A'), answers.name('B')], { middleware: [twice] });
  expect(await call(connection, set, { body: 'A' })).toMatchObject({ data: 'B' });
  expect(seen).toHaveLength(2);
});

test('its own error rejects the call', async () => {
  const broken: Middleware = () => Promise.reject(new RangeError('mine'));
  const { connection } = memoryService([answers.name()], { middleware: [broken] });
  await expect(call(connection, set, {})).rejects.toThrow(new RangeError('mine'));
});

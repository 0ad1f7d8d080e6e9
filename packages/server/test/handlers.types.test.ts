import { expect, expectTypeOf, test } from 'vitest';
import {
  type CreateContactByEmailInput,
  type GetMailingNameInput,
  type Handlers,
  implement,
  implementPartial,
  type ListMailingsByStatesInput,
  type MailingPropertiesHandlers,
  operations,
  reply,
} from '../src/index.ts';

type Context = { account: number };

/** Never called: what must and must not compile. */
export function compiles(all: Handlers<Context>): void {
  implement<Context>(all);
  implement<Context>({ ...all, getMailingName: async ({ mailingid }, { account }) => `${mailingid} of ${account}` });
  implement<Context>({ ...all, getMailingName: () => reply(200, 'Spring', { etag: '"1"' }) });

  const { getMailingName: _left, ...others } = all;
  // @ts-expect-error a handler is missing
  implement<Context>(others);
  // @ts-expect-error a handler belongs to no operation
  implement<Context>({ ...all, getMailingNames: () => 'Spring' });
  // @ts-expect-error a handler answers the wrong type
  implement<Context>({ ...all, getMailingName: () => 7 });
  // @ts-expect-error a handler answers a status that the operation does not have
  implement<Context>({ ...all, getMailingName: () => reply(201, 'Spring') });
  // @ts-expect-error an operation without body answers one
  implement<Context>({ ...all, pingGet: () => 'pong' });
  // @ts-expect-error an input that the operation does not have
  implement<Context>({ ...all, getMailingName: ({ mailingId }) => mailingId });
  // @ts-expect-error a page without total
  implement<Context>({ ...all, listMailingsByStates: () => ({ items: [] }) });

  implementPartial<Context>({ getMailingName: () => 'Spring' });
  // @ts-expect-error a handler belongs to no operation
  implementPartial<Context>({ getMailingNames: () => 'Spring' });

  const some: MailingPropertiesHandlers<Context> = all;
  void some;
}

test('inputs are typed', () => {
  expectTypeOf<GetMailingNameInput>().toEqualTypeOf<{ mailingid: number }>();
  expectTypeOf<ListMailingsByStatesInput['page_size']>().toEqualTypeOf<number>();
  expectTypeOf<ListMailingsByStatesInput['fields']>().toEqualTypeOf<('state' | 'type' | 'name' | 'scheduleTime')[]>();
  expectTypeOf<
    Extract<CreateContactByEmailInput, { contentType: 'application/vnd.service.api+json' }>['body']
  >().toHaveProperty('email');
});

test('every operation of the description has its table', () => {
  expect(operations.getMailingName.path).toBe('/mailings/{mailingid}/name');
  expect(() => implement({} as Handlers<Context>)).toThrow('Handlers are missing: ');
});

import type { Handlers } from '@mailwright/server';
import type { Context } from '../context.ts';

/** Ping: the stub has already checked the key and its right, so nothing is left to do. */
export const pingHandlers = {
  async pingGet() {},
  async pingPost() {},
  async pingPut() {},
  async pingDelete() {},
} satisfies Partial<Handlers<Context>>;

import {
  type ContentChange,
  changeContent,
  changeSettings,
  findContent,
  type Mailing,
  type MailingContent,
  type SettingsChange,
} from '../../mailings/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Context } from '../context.ts';
import { contentSet } from './content-set.ts';
import { requireMailing, requireMailingOfType } from './require.ts';

/** Handler that reads one setting of a mailing; 400 when it is of another type than the one that has the setting. */
export function readsSetting<Value>(pick: (mailing: Mailing) => Value, type?: Mailing['type']) {
  return async (input: { mailingid: number }, context: Context): Promise<Value> =>
    pick(await requireMailingOfType(context, input.mailingid, type));
}

/** Handler that changes settings of a mailing from the body. */
export function writesSetting<Body>(change: (body: Body) => SettingsChange, type?: Mailing['type']) {
  return async (input: { mailingid: number; body: Body }, context: Context): Promise<void> => {
    await changeSettings(context.db, await requireMailingOfType(context, input.mailingid, type), change(input.body));
  };
}

/** Handler that reads one part of what is sent. */
export function readsContent<Value>(pick: (content: MailingContent) => Value) {
  return async (input: { mailingid: number }, context: Context): Promise<Value> =>
    pick(await findContent(context.db, await requireMailing(context, input.mailingid)));
}

/** Handler that changes what is sent from the body. */
export function writesContent<Body>(change: (body: Body) => ContentChange) {
  return async (input: { mailingid: number; body: Body }, context: Context): Promise<void> => {
    await changeContent(context.db, await requireMailing(context, input.mailingid), change(input.body));
  };
}

/** Handler that changes a text with tags; its answer warns of those that nothing can be filled in for. */
export function writesTemplate(change: (body: string) => ContentChange) {
  return async (input: { mailingid: number; body: string }, context: Context) => {
    const mailing = await requireMailing(context, input.mailingid);
    const parts = change(input.body);
    await retrying(() => changeContent(context.db, mailing, parts));
    return contentSet(context, mailing, parts);
  };
}

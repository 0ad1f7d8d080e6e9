import { messagesOf } from '../../platform/text/messages.ts';

/** The reasons that reports know, in their order on the page. */
export const reasons = [
  'too_many_messages',
  'no_demand',
  'change_of_interest',
  'change_of_channel',
  'technical_reasons',
  'other',
] as const;

interface Words {
  question: string;
  about: (values: { sender: string }) => string;
  address: string;
  why: string;
  reasons: Record<(typeof reasons)[number], string>;
  message: string;
  unsubscribe: string;
  fewer: string;
  done: string;
  doneText: (values: { sender: string }) => string;
  tellUs: string;
  send: string;
  thanks: string;
  sample: string;
}

/** Texts of the pages. */
export const words = messagesOf<Words>('unsubscribe');

import { messagesOf } from '../../platform/text/messages.ts';

interface Words {
  title: string;
  /** On the page of preferences. */
  offer: string;
  ask: string;
  sent: string;
  tooMany: string;
  unavailable: string;
  subject: (values: { sender: string }) => string;
  mail: (values: { sender: string }) => string;
  mailIgnore: string;
  open: string;
  copy: (values: { sender: string }) => string;
  download: string;
  erase: string;
  eraseText: (values: { sender: string }) => string;
  sure: string;
  mustBeSure: string;
  erased: string;
  erasedText: (values: { sender: string }) => string;
}

/** What the pages and the mail about one's own data say. */
export const words = messagesOf<Words>('own-data');

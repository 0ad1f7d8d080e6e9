import { messagesOf } from '../../platform/text/messages.ts';

interface Words {
  question: string;
  about: (values: { sender: string }) => string;
  address: string;
  confirm: string;
  ignore: string;
  thanks: string;
  confirmed: string;
  already: string;
  alreadyText: string;
}

/** Texts of the pages. */
export const words = messagesOf<Words>('double-opt-in');

import { messagesOf } from '../../platform/text/messages.ts';

interface Words {
  title: (values: { sender: string }) => string;
  email: string;
  required: string;
  topics: string;
  submit: string;
  wrong: string;
  wrongEmail: string;
  wrongConsent: string;
  wrongField: string;
  check: string;
  thanks: string;
  askedByMail: string;
  subscribed: string;
  tooMany: string;
  tooManyText: string;
  attacked: string;
  unavailable: string;
  unavailableText: string;
  honeypot: string;
  working: string;
}

/** What the pages and the script say. */
export const words = messagesOf<Words>('sign-up');

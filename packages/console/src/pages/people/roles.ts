import type { Client } from '@mailwright/client';
import { textOf } from '../../components/forms.ts';
import { type Words, words } from '../../words.ts';

export type User = Awaited<ReturnType<ReturnType<Client['users']['list']>['orThrow']>>[number];
export type Role = User['role'];

/** Roles with what they may do, in words. */
export const roles: readonly (readonly [role: Role, label: Words])[] = [
  ['reader', words('Reader: sees everything')],
  ['editor', words('Editor: also changes contacts, segments and mailings')],
  ['sender', words('Sender: also sends and schedules')],
  ['administrator', words('Administrator: also manages people')],
];

export const roleNames: Record<Role, Words> = {
  reader: words('Reader'),
  editor: words('Editor'),
  sender: words('Sender'),
  administrator: words('Administrator'),
};

/** The chosen language, if a form has one. */
export const languageOf = (form: FormData): { language?: User['language'] } => {
  const language = textOf(form, 'language');
  return language === '' ? {} : { language: language as User['language'] };
};

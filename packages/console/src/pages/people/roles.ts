import type { Client } from '@mailwright/client';
import { type Option, textOf } from '../../components/forms.ts';

export type User = Awaited<ReturnType<ReturnType<Client['users']['list']>['orThrow']>>[number];
export type Role = User['role'];

/** Roles with what they may do, in words. */
export const roles: readonly Option[] = [
  ['reader', 'Reader: sees everything'],
  ['editor', 'Editor: also changes contacts, segments and mailings'],
  ['sender', 'Sender: also sends and schedules'],
  ['administrator', 'Administrator: also manages people'],
];

export const roleName = (role: string): string => role.replace(/^./, (first) => first.toUpperCase());

/** The chosen language of mails, if a form has one. */
export const languageOf = (form: FormData): { language?: User['language'] } => {
  const language = textOf(form, 'language');
  return language === '' ? {} : { language: language as User['language'] };
};

/** Languages of mails to users, in their own words. */
export const languages: readonly Option[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
];

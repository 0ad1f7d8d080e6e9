import type { Client } from '@mailwright/client';
import type { Option } from '../../components/forms.ts';

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

import { badRequest } from '@mailwright/server';

export const nameTaken = (name: string) =>
  badRequest(`name "${name}" is used by another mailing; names of mailings must be unique in the account.`);

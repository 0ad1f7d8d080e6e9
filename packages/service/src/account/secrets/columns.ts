import type { SealedColumn } from '../../platform/secrets/sealed.ts';

export const accountSecret: SealedColumn = { table: 'account', column: 'secret', owner: 'id', row: 'id' };

export const totpSecret: SealedColumn = {
  table: 'account_user',
  column: 'totp_secret',
  owner: 'account_id',
  row: 'id',
};

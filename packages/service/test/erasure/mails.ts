import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { TestService } from '../support/service.ts';

/** The mails in the outbox of the account. */
export function parseMails({ outboxDirectory, accountId }: TestService) {
  const folder = join(outboxDirectory, String(accountId));
  return Promise.all(readdirSync(folder).map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
}

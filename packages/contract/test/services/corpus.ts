import { fastapiIsMissing, startFastapi } from './fastapi/service.ts';
import { startFastify } from './fastify/service.ts';
import { startHono } from './hono/service.ts';
import { startNestjs } from './nestjs/service.ts';
import type { CorpusService, StartOptions } from './service.ts';
import { startTsoa } from './tsoa/service.ts';
import { startXml } from './xml/service.ts';

export interface CorpusEntry {
  name: string;
  start(options: StartOptions): Promise<CorpusService>;
  /** Why the service cannot be started on this machine. */
  missing?: () => string | undefined;
  /** Faults that `defects` switches on, and findings that show them: `operation: rule: message`. */
  defects: { about: string; shownBy: RegExp }[];
}

/** Services that other people's frameworks make, each with a description generated from its code. */
export const corpus: CorpusEntry[] = [
  {
    name: 'FastAPI',
    start: startFastapi,
    missing: fastapiIsMissing,
    defects: [
      { about: 'the list is sorted by another field', shownBy: /^list_products.*sort/ },
      { about: 'the stock is never written', shownBy: /^(update|read)_product.*stock/ },
      { about: 'a missing review is a server error', shownBy: /^read_review.*500/ },
    ],
  },
  {
    name: 'NestJS',
    start: startNestjs,
    defects: [
      { about: 'any text is taken for a role', shownBy: /^TeamsController_addMember.*(role|allowed values)/ },
      { about: 'the limit of a list is not applied', shownBy: /^TeamsController_list\b.*limit/ },
      { about: 'changing a missing team is a server error', shownBy: /^TeamsController_update.*500/ },
    ],
  },
  {
    name: 'Hono',
    start: startHono,
    defects: [
      { about: '`null` where a text or nothing is described', shownBy: /^post.?authors.*(website|string)/i },
      { about: 'pages are one too long', shownBy: /^get.?posts.*(limit|page)/i },
      { about: 'a deleted post can still be read', shownBy: /^get.?posts.*delet/i },
    ],
  },
  {
    name: 'Fastify',
    start: startFastify,
    defects: [
      { about: 'deleting a customer with orders is a server error', shownBy: /^delete.?customers.*500/i },
      { about: 'the filter is not applied', shownBy: /^get.?orders.*status/i },
      { about: 'a changed quantity is not stored', shownBy: /^(patch|get).?orders.*quantity/i },
    ],
  },
  {
    name: 'tsoa',
    start: startTsoa,
    defects: [
      { about: 'deleting what is not there succeeds', shownBy: /^DeleteUser.*204/ },
      { about: 'the filter is the other way round', shownBy: /^ListTasks.*done/ },
      { about: '`null` where a date or nothing is described', shownBy: /^GetTask.*(dueDate|string|null)/ },
    ],
  },
  {
    name: 'XML',
    start: startXml,
    defects: [
      { about: 'any currency is taken', shownBy: /^createAccount.*(currency|allowed values|not listed)/ },
      { about: 'a number is written with its unit', shownBy: /^createInvoice.*amount/ },
      { about: 'the memo is lost', shownBy: /^(update|get)Invoice.*memo/ },
    ],
  },
];

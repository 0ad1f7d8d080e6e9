import { csvLine } from '@mailwright/server-runtime/web';
import { respondFile } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Contact } from '../contact-fields.ts';
import { customFieldsOf, fieldValue, standardFieldNames } from '../contact-fields.ts';
import { showContacts } from './list.ts';
import { readSearchValues, readSegments, type Search, toSearch } from './search.ts';

/** Contacts that are read at once. */
const atOnce = 1000;

const readable = ['CONTACT_STATE', 'CONTACT_TAGS'] as const;
/** `state` would be a field of addresses when the file is imported again. */
const head = ['id', 'email', 'external_id', 'permission', 'status', 'tags', 'created'];

/** All contacts that a list finds, with all their fields, as a file that can be imported again. */
export async function exportContacts(visit: Visit): Promise<Response> {
  const { query } = visit;
  const search = toSearch(visit, readSearchValues(query), await readSegments(visit));
  if (typeof search === 'string') return showContacts(visit, query, search);
  const custom = (await customFieldsOf(visit.client)).map(({ name }) => name);
  const lines = csvOf(visit, search, custom);
  // The first page tells whether the search is good; the rest is read while it is sent.
  const first = await lines.next();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`\ufeff${first.value}`)),
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(new TextEncoder().encode(value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
  return respondFile('contacts.csv', 'text/csv; charset=utf-8', stream);
}

async function* csvOf({ client }: Visit, search: Search, custom: readonly string[]): AsyncGenerator<string, void> {
  let text = csvLine([...head, ...standardFieldNames, ...custom]);
  for (let after: string | undefined, more = true; more; ) {
    const { contacts, next } = await client.contacts
      .find({
        ...search,
        sort: 'oldest',
        limit: atOnce,
        standard_field: [...standardFieldNames, ...readable],
        custom_field: [...custom],
        ...(after && { after }),
      })
      .orThrow();
    yield text + contacts.map((contact) => lineOf(contact, custom)).join('');
    text = '';
    after = next;
    more = next !== undefined;
  }
}

const lineOf = (contact: Contact, custom: readonly string[]): string => {
  const { id, email, external_id, permission, created, standard_fields, custom_fields } = contact;
  const [status, tags] = readable.map((name) => fieldValue(standard_fields, name));
  return csvLine([
    id,
    email,
    external_id,
    permission,
    status,
    tags,
    created?.slice(0, 19),
    ...standardFieldNames.map((name) => fieldValue(standard_fields, name)),
    ...custom.map((name) => fieldValue(custom_fields, name)),
  ]);
};

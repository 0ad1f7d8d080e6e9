import { type Client, StatusError } from '@mailwright/client';
import { type Contact, standardFieldNames } from './fields.ts';

/** Finds contacts by the address, the external id or the service id that somebody typed. */
export async function findContacts(
  client: Client,
  search: string,
): Promise<{ contacts: Contact[]; message?: string | undefined }> {
  const standard_field = standardFieldNames;
  const attempts = [
    client.contacts.listByExternalId({ value: search, standard_field }),
    ...(search.includes('@') ? [client.contacts.listByEmail({ email: search, standard_field })] : []),
    ...(/^\d{1,15}$/.test(search) && Number(search) > 0
      ? [client.contacts.get({ id: Number(search), ignore_checksum: true, standard_field })]
      : []),
  ];
  const found = new Map<number, Contact>();
  let message: string | undefined;
  for (const result of await Promise.all(attempts)) {
    if (result.ok) for (const contact of [result.data].flat()) found.set(contact.id, contact);
    else if (result.status === 400) message = result.error.message;
    else if (!(result.error instanceof StatusError && result.status === 404)) throw result.error;
  }
  return { contacts: [...found.values()], message };
}

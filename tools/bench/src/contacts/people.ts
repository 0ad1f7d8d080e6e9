/** A contact as an importer has it, the same in every format. */
export interface Person {
  email: string;
  externalId: string;
  first: string;
  last: string;
  city: string;
}

/** Different people, the same in every run. */
export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, i) => ({
    email: `reader.${i}@mail${i % 97}.example.org`,
    externalId: `customer-${i}`,
    first: `First ${i % 1009}`,
    last: `Last & Family ${i % 5003}`,
    city: `City ${i % 211}`,
  }));
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const field = (name: string, value: string) => `<field><name>${name}</name><value>${escapeXml(value)}</value></field>`;

/** The body of `POST /contacts`. */
export function xmlOf(contacts: Person[]): Buffer {
  const elements = contacts.map(
    ({ email, externalId, first, last, city }) =>
      `<contact><email>${email}</email><external_id>${externalId}</external_id><standard_fields>${field('FIRSTNAME', first)}${field('LASTNAME', last)}${field('CITY', city)}</standard_fields></contact>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><contacts>${elements.join('')}</contacts>`);
}

export function csvOf(contacts: Person[]): string {
  const lines = contacts.map(({ email, externalId, first, last, city }) =>
    [email, externalId, first, last, city].join(','),
  );
  return `email,external_id,First name,Last name,City\n${lines.join('\n')}\n`;
}

/** The row of the contact table. */
export function rowOf({ email, externalId, first, last, city }: Person) {
  return {
    email,
    email_folded: email,
    external_id: externalId,
    permission: 1,
    standard_fields: { FIRSTNAME: first, LASTNAME: last, CITY: city },
  };
}

export function* inChunks<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

import type { Client } from '@mailwright/client';

type Attribute = Awaited<ReturnType<ReturnType<Client['transactions']['getType']>['orThrow']>>['attributes'][number];

/** Values that stand for those of an event in a preview: texts are the names of their attributes. */
const examples: Partial<Record<Attribute['type'], unknown>> = {
  integer: 7,
  double: 19.9,
  float: 19.9,
  boolean: true,
  date: '2026-05-04',
  timestamp: '2026-05-04 09:30:00',
};

/** An event as an example for the preview of a mailing that a transaction starts; `undefined` for others. */
export async function readExampleEvent(
  client: Client,
  mailingid: number,
): Promise<Record<string, unknown> | undefined> {
  const dispatching = await client.triggerMailings.getDispatching({ mailingid });
  if (!dispatching.ok || !/^\d+$/.test(dispatching.data.event ?? '')) return undefined;
  const type = await client.transactions.getType({ transactionTypeId: dispatching.data.event! });
  if (!type.ok) return undefined;
  return Object.fromEntries(
    type.data.attributes.map((attribute) => [attribute.name, examples[attribute.type] ?? attribute.name]),
  );
}

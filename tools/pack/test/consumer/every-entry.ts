import { type Client, createClient, type Mailings } from '@mailwright/client';
import type { paths } from '@mailwright/client/paths';
import { createRawClient } from '@mailwright/client/raw';
import { connect } from '@mailwright/client/runtime';
import { buildModel, type Operation } from '@mailwright/codegen';
import { loadDescription } from '@mailwright/codegen/description';
import { createConsole, memorySessions } from '@mailwright/console';
import { judge } from '@mailwright/contract';
import { sampleTraffic } from '@mailwright/contract/sampling';
import { implementPartial } from '@mailwright/server';
import { reply } from '@mailwright/server/runtime';
import { standardSchema } from '@mailwright/server-runtime/schemas';
import { csvLine } from '@mailwright/server-runtime/web';
import { XmlError } from '@mailwright/xml-codec';
import { compilePlan } from '@mailwright/xml-codec/plan';
import { referenceCodec } from '@mailwright/xml-codec/reference';

const client: Client = createClient({ baseUrl: 'https://localhost:8443/1.0', apiKey: 'key' });

export async function nameOf(mailingid: number): Promise<string> {
  const result = await client.mailings.getName({ mailingid });
  if (result.ok) return result.data;
  // @ts-expect-error a failure has no data
  const data: string = result.data;
  return data ?? result.error.message;
}

// @ts-expect-error a mailing is told by a number
export const wrong = () => client.mailings.getName({ mailingid: 'seven' });
export const handlers = implementPartial({ getMailingName: ({ mailingid }) => `Mailing ${mailingid.toFixed()}` });
export type Names = Operation['id'] | keyof Mailings[number];
export type Ping = paths['/ping']['get'];
export {
  buildModel,
  compilePlan,
  connect,
  createConsole,
  createRawClient,
  csvLine,
  judge,
  loadDescription,
  memorySessions,
  referenceCodec,
  reply,
  sampleTraffic,
  standardSchema,
  XmlError,
};

import { type Client, createClient, PayloadTooLargeError } from '@mailwright/client';

const client: Client = createClient({ baseUrl: 'https://localhost:8443/1.0', apiKey: 'key' });

export async function attach(mailingid: number, file: File): Promise<string> {
  const result = await client.mailingAttachments.add({ mailingid, filename: file.name, body: file });
  if (result.ok) return `attachment ${result.data.toFixed()}`;
  return result.error instanceof PayloadTooLargeError ? 'too large' : result.error.message;
}

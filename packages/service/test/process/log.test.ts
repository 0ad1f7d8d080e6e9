import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { expect, test } from 'vitest';
import { usedDirectory } from '../support/data-directory.ts';
import { startCollector } from '../support/otlp-collector.ts';
import { startService } from '../support/process.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { trusting } from '../support/trust.ts';

/** Of the request that starts the sendout. */
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Stands in each name, address and id of the contacts, and nowhere else. */
const personal = /zebra/i;

test.each(['text', 'json'])(
  'the log and the traces of a whole sendout, as %s, tell nothing about anybody',
  async (format) => {
    const sink = await startSmtpSink();
    const dataDir = await usedDirectory();
    const collector = await startCollector();
    const service = await startService(
      dataDir,
      ['--smtp', sink.url, '--log', format, '--bounce-domain', 'bounce.example.com'],
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    );
    try {
      const { baseUrl, key } = service;
      const fetch = trusting(join(dataDir, 'tls', 'certificate.pem'));
      const client = createClient({ baseUrl, apiKey: key, fetch });
      for (let i = 0; i < 6; i++) {
        const email = `zebra-${i}@example.com`;
        const standard_fields = [{ name: 'FIRSTNAME' as const, value: `Zebra ${i}` }];
        await client.contacts
          .createByEmail({ email, permission: 5, body: { external_id: `zebra-${i}`, standard_fields } })
          .orThrow();
      }
      sink.replies.set('zebra-0@example.com', [550]);
      sink.replies.set('zebra-1@example.com', [451]);
      const groups = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
      const group = groups.items.find(({ type }) => type === 'regular')!;
      const mailing = await createSendout({ client, groupId: async () => group.id! });
      await client.mailings.setTrackingStrategy({ mailingid: mailing, body: 'single-recipient' }).orThrow();
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
      const traced = (input: string | URL | Request, init?: RequestInit) => {
        const request = new Request(input, init);
        request.headers.set('traceparent', traceparent);
        return fetch(request);
      };
      await createClient({ baseUrl, apiKey: key, fetch: traced }).mailings.sendNow({ mailingid: mailing }).orThrow();
      const { email: mail } = await sink.mailTo('zebra-5@example.com');
      const [unsubscribe] = /https:\/\/[^"]+\/u\/[\w-]+/.exec(mail.html!)!;
      expect((await fetch(unsubscribe, { method: 'POST' })).status).toBe(200);
      await sink.mailTo('zebra-4@example.com');
      // What clients get wrong is answered with what they sent, and must not come into the log either.
      await client.contacts.getByEmail({ email: 'zebra-9@example.com' });
      await client.contacts.createByEmail({ email: 'zebra at example', body: {} });
      await client.contacts
        .delete({
          id: (await client.contacts.getByEmail({ email: 'zebra-2@example.com' }).orThrow()).id!,
        })
        .orThrow();
      await reached({ client }, mailing, 'sending');
      const lines = service.output().split('Ctrl+C.').at(-1)!.trim().split('\n');
      expect(lines.length).toBeGreaterThan(10);
      expect(lines.filter((line) => personal.test(line) || /@(?!mailwright)/.test(line))).toEqual([]);
      service.child.kill('SIGTERM');
      await service.ended;
      expect(collector.text()).not.toMatch(personal);
      expect(collector.text()).toContain('"service.name"');
      const spans = collector.spans();
      const request = spans.find((span) => span.traceId === traceId && span.name === 'sendMailingNow');
      expect(spans).toContainEqual(expect.objectContaining({ traceId, parentSpanId: request?.spanId }));
      for (const name of ['SELECT contact', 'SMTP']) expect(spans.map((span) => span.name)).toContain(name);
      const jobs = spans.filter((span) => span.name.startsWith('job ') && span.parentSpanId === request?.spanId);
      expect(new Set(jobs.map((span) => span.traceId))).toEqual(new Set([traceId]));
      if (format === 'text') return;
      const entries = lines.map((line) => JSON.parse(line));
      for (const entry of entries) expect(entry).toMatchObject({ time: expect.any(String), level: expect.any(String) });
      expect(entries).toContainEqual(
        expect.objectContaining({ level: 'info', operation: 'sendMailingNow', status: 200, trace_id: traceId }),
      );
    } finally {
      service.child.kill('SIGTERM');
      await service.ended;
      await sink.close();
      await collector.close();
    }
  },
);

import type { AnswerRecord } from '@mailwright/server';
import { findVerifiedBackup } from '../platform/database/backups/verified.ts';
import type { Db } from '../platform/database/schema.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { watchProcess } from '../platform/metrics/process.ts';
import { countJobs } from '../platform/queue/store.ts';
import { countRecipients, relaying } from '../sending/index.ts';
import { countRecentDeliveries } from '../tracking/index.ts';

export interface ServiceMetrics {
  metrics: Metrics;
  /** Counts an answer of the API. */
  onAnswer(record: AnswerRecord): void;
  close(): void;
}

/** The certificate of the service. */
interface CertificateState {
  ends(): Date;
  /** Orders by ACME that have failed since the last success. */
  failures(): number;
}

/** Metrics of the process, the API and the queues in the database. They contain no personal data. */
export function serviceMetrics(db: Db, certificate: CertificateState): ServiceMetrics {
  const metrics = new Metrics();
  const close = watchProcess(metrics);
  const answers = metrics.counter('mailwright_requests_total', 'API responses.');
  const seconds = metrics.histogram('mailwright_request_duration_seconds', 'Duration of API requests.');
  metrics.gauge(
    'mailwright_certificate_expires_timestamp_seconds',
    'End of the certificate that is shown, in seconds since 1970.',
    () => [{ value: certificate.ends().getTime() / 1000 }],
  );
  metrics.gauge(
    'mailwright_certificate_order_failures',
    'Orders of a certificate by ACME that have failed since the last success.',
    () => [{ value: certificate.failures() }],
  );
  metrics.gauge('mailwright_jobs', 'Work in the queue; dead jobs were given up.', async () =>
    (await countJobs(db)).map(({ account, state, jobs }) => ({ labels: { account, state }, value: jobs })),
  );
  metrics.gauge(
    'mailwright_backup_verified_timestamp_seconds',
    'State that the last backup has which was restored and read, in seconds since 1970; 0 if there is none.',
    async () => [{ value: ((await findVerifiedBackup(db))?.finished.getTime() ?? 0) / 1000 }],
  );
  metrics.gauge('mailwright_recipients', 'Recipients of sendouts under way.', async () =>
    (await countRecipients(db)).map(({ account, state, recipients }) => ({
      labels: { account, state },
      value: recipients,
    })),
  );
  metrics.gauge('mailwright_mails_last_minute', 'Mails handed over in the last minute.', async () =>
    (await countRecentDeliveries(db)).map(({ account, mails }) => ({ labels: { account }, value: mails })),
  );
  metrics.gauge('mailwright_relay_up', 'Whether relays take mails: 1, or 0 if they are left.', async () =>
    (await relaying.listRelays(db)).map(({ name, down_since }) => ({
      labels: { relay: name },
      value: down_since === null ? 1 : 0,
    })),
  );
  metrics.gauge('mailwright_relay_mails', 'Mails that relays have taken, and attempts that failed.', async () =>
    (await relaying.listRelays(db)).flatMap(({ name, mails, failures }) => [
      { labels: { relay: name, result: 'taken' }, value: mails },
      { labels: { relay: name, result: 'failed' }, value: failures },
    ]),
  );
  metrics.gauge('mailwright_relay_warm_up_day', 'Day of the warm-up of relays that have one.', async () =>
    (await relaying.listRelays(db)).flatMap((relay) => {
      const warmUp = relaying.warmUpOf(relay);
      return warmUp === undefined ? [] : { labels: { relay: relay.name }, value: warmUp.day };
    }),
  );
  metrics.gauge('mailwright_receiver_rate', 'Mails per minute to receivers that have asked for fewer.', async () => {
    const names = new Map((await relaying.listRelays(db)).map(({ id, name }) => [id, name]));
    return (await relaying.listPaces(db)).map((row) => ({
      labels: { relay: names.get(row.relay_id) ?? '', receiver: row.receiver },
      value: relaying.rateOf(relaying.toPace(row), new Date()),
    }));
  });
  return {
    metrics,
    onAnswer({ operation = 'none', status, milliseconds }) {
      answers({ operation, status });
      seconds({ operation }, milliseconds / 1000);
    },
    close,
  };
}

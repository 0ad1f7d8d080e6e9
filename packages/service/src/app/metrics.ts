import type { AnswerRecord } from '@mailwright/server';
import type { Db } from '../platform/database/schema.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { watchProcess } from '../platform/metrics/process.ts';
import { countJobs } from '../platform/queue/store.ts';
import { countRecipients } from '../sending/index.ts';
import { countRecentDeliveries } from '../tracking/index.ts';

export interface ServiceMetrics {
  metrics: Metrics;
  /** Counts an answer of the API. */
  onAnswer(record: AnswerRecord): void;
  close(): void;
}

/** What can be read about a service: its process, its API, and what waits in its database. Nothing about anybody. */
export function serviceMetrics(db: Db): ServiceMetrics {
  const metrics = new Metrics();
  const close = watchProcess(metrics);
  const answers = metrics.counter('mailwright_requests_total', 'Answers of the API.');
  const seconds = metrics.histogram('mailwright_request_duration_seconds', 'Time until an answer of the API.');
  metrics.gauge('mailwright_jobs', 'Work in the queue; dead jobs were given up.', async () =>
    (await countJobs(db)).map(({ account, state, jobs }) => ({ labels: { account, state }, value: jobs })),
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
  return {
    metrics,
    onAnswer({ operation = 'none', status, milliseconds }) {
      answers({ operation, status });
      seconds({ operation }, milliseconds / 1000);
    },
    close,
  };
}

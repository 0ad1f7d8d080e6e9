import { once } from 'node:events';
import { request } from 'node:https';
import { type Figure, median, medianRatio, takeTurns } from '../bench.ts';
import { startPostgres } from '../load/postgres.ts';
import { requestsPerSecond } from '../load/requests.ts';
import { type RunningService, startService } from '../load/service.ts';

const email = 'ada@example.org';
const contact = `/contacts/email/${email}?standard_field=FIRSTNAME`;
const rounds = 5;

/** One contact by its address over HTTPS, against a ping, on both databases; and the two databases against each other. */
export async function oneContactBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const services = await Promise.all([startService(), startService(['--database', postgres.url])]);
  try {
    for (const service of services) await createContact(service);
    const measures = services.flatMap((service) => ['/ping', contact].map((path) => () => answers(service, path)));
    const [embeddedPing, embedded, serverPing, server] = (await takeTurns(rounds, measures)) as Quartet;
    const figure = (name: string, subject: number[], baseline: number[], value: number): Figure => ({
      name,
      ratio: medianRatio(subject, baseline),
      target: { bound: 'at least', value },
      detail: `${median(subject).toFixed(0)} requests/s against ${median(baseline).toFixed(0)}`,
    });
    return [
      figure('one-contact-embedded (against a ping)', embedded, embeddedPing, 0.6),
      figure('one-contact-server (against a ping)', server, serverPing, 0.7),
      figure('one-contact-embedded (against a server)', embedded, server, 0.8),
    ];
  } finally {
    for (const service of services) await service.stop();
    await postgres.stop();
  }
}

type Quartet = [number[], number[], number[], number[]];

const headersOf = ({ key }: RunningService) => ({ authorization: `Bearer ${key}` });

const answers = (service: RunningService, path: string) =>
  requestsPerSecond({
    url: service.baseUrl + path,
    headers: headersOf(service),
    connections: 16,
    milliseconds: 1500,
  });

async function createContact(service: RunningService): Promise<void> {
  const headers = { ...headersOf(service), 'content-type': 'application/vnd.service.api+xml' };
  const url = `${service.baseUrl}/contacts/email/${email}?permission=1`;
  const call = request(url, { method: 'POST', headers, rejectUnauthorized: false });
  const fields = '<standard_fields><field><name>FIRSTNAME</name><value>Ada</value></field></standard_fields>';
  call.end(`<contact>${fields}</contact>`);
  const [response] = await once(call, 'response');
  response.resume();
  if (response.statusCode !== 201) throw new Error(`Creating a contact was answered with ${response.statusCode}`);
}

import { once } from 'node:events';
import { request } from 'node:https';
import { type Figure, median, medianRatio, takeTurns } from '../bench.ts';
import { startBare } from '../load/bare.ts';
import { startPostgres } from '../load/postgres.ts';
import { requestsPerSecond } from '../load/requests.ts';
import { type RunningService, startService } from '../load/service.ts';

const email = 'ada@example.org';
const contact = `/contacts/email/${email}?standard_field=FIRSTNAME`;
const rounds = 5;
const bareServer = new URL('../load/bare-contact.ts', import.meta.url);

/**
 * One contact by its address over HTTPS, against a ping, on both databases; and the two databases against each other. Beside
 * it what a bare server with the same statement reaches: a query over a socket costs two processes CPU that a ping does not.
 */
export async function oneContactBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const services = await Promise.all([startService(), startService(['--database', postgres.url])]);
  const bare = await startBare(bareServer, services[1]!.dataDir, [postgres.url, email]);
  try {
    for (const service of services) await createContact(service);
    const measures = services.flatMap((service) => ['/ping', contact].map((path) => () => answers(service, path)));
    const ofBare = () => requestsPerSecond({ ...load, url: bare.url, headers: {} });
    const turns = await takeTurns(rounds, [...measures, ofBare]);
    const [embeddedPing, embedded, serverPing, server, floor] = turns as [Row, Row, Row, Row, Row];
    const figure = (name: string, subject: Row, baseline: Row, value?: number): Figure => ({
      name,
      ratio: medianRatio(subject, baseline),
      target: value === undefined ? null : { bound: 'at least', value },
      detail: `${median(subject).toFixed(0)} requests/s against ${median(baseline).toFixed(0)}`,
    });
    return [
      figure('one-contact-embedded (against a ping)', embedded, embeddedPing, 0.6),
      figure('one-contact-server (against a ping)', server, serverPing, 0.7),
      figure('one-contact-bare (a bare server with the same statement, against a ping)', floor, serverPing),
      figure('one-contact-server (against the bare server)', server, floor),
      figure('one-contact-embedded (against a server)', embedded, server, 0.8),
    ];
  } finally {
    bare.stop();
    for (const service of services) await service.stop();
    await postgres.stop();
  }
}

type Row = number[];

const headersOf = ({ key }: RunningService) => ({ authorization: `Bearer ${key}` });

const load = { connections: 16, milliseconds: 1500 };
const answers = (service: RunningService, path: string) =>
  requestsPerSecond({ ...load, url: service.baseUrl + path, headers: headersOf(service) });

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

import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';
import { formToken } from '../../../../packages/console/src/web/sessions.ts';
import { sheetOf, workbookOf } from '../../../../packages/service/test/support/workbook.ts';
import type { Attacker, Kind } from './attacker.ts';

/** Nearly as long as a body may be. */
const length = 9_400_000;
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

interface Call {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

function send(origin: string, { path, headers, body }: Call): Promise<{ status: number; cookie: string | undefined }> {
  return new Promise((resolve) => {
    const gone = () => resolve({ status: 0, cookie: undefined });
    const own = { ...headers, 'content-length': String(body.length) };
    request(origin + path, { method: 'POST', headers: own, agent }, (answer) =>
      answer
        .on('end', () => resolve({ status: answer.statusCode!, cookie: answer.headers['set-cookie']?.[0] }))
        .on('error', gone)
        .resume(),
    )
      .on('error', gone)
      .end(body);
  });
}

/** A form with a file of the largest size, in a session that the key opens. */
async function upload({ origin, key }: Attacker): Promise<Call> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const { cookie } = await send(origin, { path: '/console/sign-in', headers: form, body: Buffer.from(`key=${key}`) });
  const session = cookie!.split(';')[0]!;
  const token = formToken(session.slice(session.indexOf('=') + 1));
  const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${part('token')}${token}\r\n${part('encoding')}\r\n${part('file', '; filename="a.csv"')}`;
  const row = 'ada@example.org,Ada,Lovelace\r\n';
  const body = Buffer.from(`${head}${row.repeat((length - 1000) / row.length)}\r\n--x--\r\n`);
  const headers = { cookie: session, 'content-type': 'multipart/form-data; boundary=x' };
  return { path: '/console/imports', headers, body };
}

/** Workbooks that unpack to as much as they may: in rows, and in strings that nothing uses. */
function workbook({ key }: Attacker, content: 'rows' | 'strings'): Call {
  const filler = { name: 'filler.bin', content: randomBytes(2_600_000) };
  const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const body =
    content === 'rows'
      ? workbookOf(sheetOf(row('a@example.org').repeat(3_000_000)), { strings: filler })
      : workbookOf(sheetOf(row('a')), {
          strings: { name: 'sharedStrings.xml', content: `<sst>${'<si><t>a</t></si>'.repeat(900_000)}</sst>` },
        });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' };
  return { path: '/1.0/imports?name=a.xlsx', headers, body };
}

const mjmlOf = ({ key, mailingId }: Attacker): Call => ({
  path: `/1.0/mailings/${mailingId}/contents/mjml`,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'text/mjml' },
  body: Buffer.from(
    `<mjml><mj-body>${'<mj-wrapper>'.repeat(40_000)}${'</mj-wrapper>'.repeat(40_000)}</mj-body></mjml>`,
  ),
});

const importOf = ({ operatorKey, accountFile }: Attacker): Call => ({
  path: '/admin/1.0/moves/imports',
  headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ source: accountFile })),
});

/** Until the thread is ended. Tells how often each kind was answered, by status. */
async function attackForEver(attacker: Attacker): Promise<void> {
  const calls: Record<Kind, readonly Call[]> = {
    uploads: [await upload(attacker)],
    workbooks: [workbook(attacker, 'rows'), workbook(attacker, 'strings')],
    'account files': [importOf(attacker)],
    MJML: [mjmlOf(attacker)],
  };
  const statuses: Record<string, Record<number, number>> = {};
  const loop = async (kind: Kind) => {
    const own = calls[kind];
    const counted = statuses[kind]!;
    for (let round = 0; ; round++) {
      const { status } = await send(attacker.origin, own[round % own.length]!);
      counted[status] = (counted[status] ?? 0) + 1;
      parentPort!.postMessage(statuses);
      // Whoever is refused comes again, as programs do.
      if (status === 0 || status >= 400) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  for (const kind of attacker.kinds) statuses[kind] = {};
  parentPort!.postMessage(statuses);
  await Promise.all(attacker.kinds.flatMap((kind) => Array.from({ length: attacker.atOnce }, () => loop(kind))));
}

await attackForEver(workerData as Attacker);

import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { startAuthority } from '../support/acme-authority.ts';
import { freePort } from '../support/free-port.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';

const identity = async () => {
  const directory = freshDirectory();
  await ownIdentity(directory);
  return { cert: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') };
};

const serveWith = (cert: string, key: string) => [
  'serve',
  '--data',
  freshDirectory(),
  '--tls-cert',
  cert,
  '--tls-key',
  key,
];

test('files that cannot be used: one sentence, and no start', async () => {
  const [own, other] = await Promise.all([identity(), identity()]);
  const { code, stderr } = await runMailwright(serveWith(own.cert, other.key)).ended;
  expect([code, stderr]).toEqual([
    1,
    `mailwright: the private key ${other.key} does not belong to the certificate ${own.cert}\n`,
  ]);
});

test('a renewed certificate is shown after SIGHUP, which ends nothing', async () => {
  const [files, renewed] = await Promise.all([identity(), identity()]);
  const service = await startService(freshDirectory(), ['--tls-cert', files.cert, '--tls-key', files.key]);
  const shown = async () => {
    const socket = connect({ port: Number(new URL(service.baseUrl).port), rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const before = await shown();

  writeFileSync(files.cert, '');
  service.child.kill('SIGHUP');
  await service.printed(
    /The new certificate cannot be used, and the old one stays active: the certificate \S+ is empty\./,
  );
  expect(await shown()).toBe(before);

  copyFileSync(renewed.cert, files.cert);
  copyFileSync(renewed.key, files.key);
  service.child.kill('SIGHUP');
  await service.printed(/The certificate was renewed; it expires on \d{4}-\d\d-\d\d\./);
  expect(await shown()).not.toBe(before);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});

test('a certificate that the service orders itself is trusted, and a kill does not lose it', async () => {
  const [port, httpPort] = await Promise.all([freePort(), freePort()]);
  const now = () => new Date();
  const authority = await startAuthority({ days: 90, now, ports: () => ({ http: httpPort, https: port }) });
  onTestFinished(() => authority.close());
  const args = [
    ...['--acme-domain', 'news.example.com', '--acme-directory', authority.directory, '--acme-agree-to-terms'],
    ...['--port', String(port), '--http-port', String(httpPort)],
  ];
  const data = freshDirectory();
  const ask = async () => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'news.example.com', ca: authority.root });
    await once(socket, 'secureConnect');
    socket.end('GET /health HTTP/1.1\r\nHost: news.example.com\r\nConnection: close\r\n\r\n');
    const answer = (await socket.setEncoding('utf8').toArray()).join('');
    return answer.split('\r\n')[0];
  };
  const first = await startService(data, args);
  await first.printed(/The certificate was renewed; it expires on/);
  expect(await ask()).toBe('HTTP/1.1 200 OK');
  expect(first.baseUrl).toBe('https://news.example.com/1.0');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await startService(data, args);
  expect(await ask()).toBe('HTTP/1.1 200 OK');
  expect([authority.issued, authority.faults]).toEqual([[['news.example.com']], []]);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
});

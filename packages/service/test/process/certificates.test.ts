import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
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

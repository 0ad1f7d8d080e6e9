import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildDeb } from '../src/deb.ts';
import { type Machine, missing, startMachine } from './debian.ts';

const why = missing('debootstrap', 'systemd-nspawn', 'nsenter', 'dpkg-deb', 'strip');

const call = (path: string, options = '') =>
  `curl -sS --max-time 300 --cacert /var/lib/mailwright/tls/certificate.pem -u "$(cat /etc/mailwright/secrets/key):" \
   -H 'content-type: application/json' -H 'accept: application/json' ${options} https://localhost:8443${path}`;

const mail = JSON.stringify({
  to: [{ email: 'ada@example.com' }],
  from: { email: 'service@news.example.com' },
  subject: 'Hello',
  text: 'Hello',
});

describe.skipIf(why)(`the Debian package${why ? ` (left out: ${why})` : ''}`, () => {
  let machine: Machine;
  let output: string;

  const install = (revision: number) => {
    const file = buildDeb({ tree: inject('tree'), version: '0.1.0', revision, output });
    const name = basename(file);
    copyFileSync(file, join(machine.directory, 'root', name));
    return () => machine.run(`DEBIAN_FRONTEND=noninteractive apt-get install -y /root/${name}`);
  };
  const main = () => machine.run('systemctl show mailwright -p MainPID --value').trim();

  beforeAll(async () => {
    output = mkdtempSync(join(tmpdir(), 'mailwright-out-'));
    machine = await startMachine();
  });
  afterAll(async () => {
    await machine?.stop();
    rmSync(output, { recursive: true, force: true });
  });

  test('sends a first mail after two commands', async () => {
    const installed = install(1);
    const start = performance.now();
    installed();
    machine.run('systemctl start mailwright');
    machine.run(`${call('/1.0/transactional-mails', `--fail -d '${mail}'`)}`);
    const outbox = join(machine.directory, 'var/lib/mailwright/outbox');
    const mails = () =>
      (existsSync(outbox) ? readdirSync(outbox, { recursive: true }) : []).filter((file) =>
        String(file).endsWith('.eml'),
      );
    while (mails().length === 0) await setTimeout(100);
    console.log(`Installation to first mail: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    expect(mails()).toHaveLength(1);
  });

  test('waits for connections at the socket, with the key from a file that the service cannot read', () => {
    expect(machine.run(call('/1.0/contacts/count'))).toContain('0');
    expect(machine.run(call('/docs/reference/contacts/countContacts', '--fail'))).toContain('<h1>Count contacts');
    expect(() =>
      machine.run('setpriv --reuid=mailwright --regid=mailwright --clear-groups cat /etc/mailwright/secrets/key'),
    ).toThrow('Permission denied');
    expect(machine.run('journalctl -u mailwright -o cat')).not.toContain(
      machine.run('cat /etc/mailwright/secrets/key'),
    );
    expect(machine.run('mailwright keys list')).toContain('first key');
  });

  test('is sandboxed', () => {
    for (const unit of ['mailwright.service', 'mailwright-worker@1.service']) {
      const [, exposure] =
        /exposure level for .*: ([\d.]+)/.exec(machine.run(`systemd-analyze security ${unit}`)) ?? [];
      console.log(`Exposure of ${unit}: ${exposure}`);
      expect(Number(exposure)).toBeLessThanOrEqual(2);
    }
  });

  test('is restarted by the watchdog when its event loop stands still', async () => {
    machine.run(
      'mkdir -p /run/systemd/system/mailwright.service.d && printf "[Service]\\nWatchdogSec=20\\n" > /run/systemd/system/mailwright.service.d/z.conf',
    );
    machine.run('systemctl daemon-reload && systemctl restart mailwright');
    const before = main();
    machine.run(`kill -STOP ${before}`);
    while (machine.run('systemctl is-active mailwright || true').trim() !== 'active' || main() === before)
      await setTimeout(200);
    expect(machine.run('journalctl -u mailwright -o cat')).toContain('Watchdog timeout');
    machine.run(
      'rm /run/systemd/system/mailwright.service.d/z.conf && systemctl daemon-reload && systemctl restart mailwright',
    );
  });

  test('upgrades without refusing a connection or losing data', async () => {
    machine.run(call('/1.0/contacts/email/ada@example.com', `--fail -X POST -d '{}'`));
    const before = main();
    const upgrade = install(2);
    const loop = `while [ ! -e /root/done ]; do ${call('/1.0/contacts/count', '-o /dev/null -w "%{http_code} %{exitcode} %{errormsg}\\n"')}; done`;
    const caller = spawn('nsenter', ['-t', machine.leader(), '-a', 'sh', '-c', loop]);
    let answers = '';
    caller.stdout.on('data', (chunk) => (answers += chunk));
    await once(caller.stdout, 'data');
    upgrade();
    machine.run(call('/ready', '--fail'));
    machine.run('touch /root/done');
    await once(caller, 'exit');
    expect(main()).not.toBe(before);
    expect(machine.run('dpkg-query -W mailwright')).toContain('0.1.0-2');
    const lines = answers
      .trim()
      .split('\n')
      .map((line) => line.trim());
    console.log(`Requests during the upgrade: ${lines.length}`);
    expect(new Set(lines)).toEqual(new Set(['200 0']));
    expect(machine.run(call('/1.0/contacts/count'))).toContain('1');
  });

  test('leaves its data when it is purged', () => {
    machine.run('apt-get purge -y mailwright');
    expect(machine.run('ls /etc/mailwright 2>&1 || true')).toContain('No such file');
    expect(machine.run('ls /var/lib/mailwright')).toContain('postgres');
  });
});

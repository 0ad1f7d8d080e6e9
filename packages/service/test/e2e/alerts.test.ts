import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { usualDatabases } from '../support/database.ts';
import { startTestService } from '../support/service.ts';

const directory = join(import.meta.dirname, '../../../../tools/packaging/monitoring');
const read = (file: string) => readFileSync(join(directory, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

const rules: Rule[] = parse(read('alerts.yaml')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
const panels: { targets: { expr: string }[] }[] = JSON.parse(read('dashboard.json')).panels;
const metricName = /\b(?:mailwright|process|nodejs)_[a-z\d_]+/g;
const withoutSuffix = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

const { open } = usualDatabases().at(-1)!;

test('every metric of the alerts and of the dashboard exists, and the dashboard shows each of the service', async () => {
  const metricsToken = 'only-for-the-watchers';
  const service = await startTestService(await open(), undefined, {}, { metricsToken });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await service.fetch(`${service.origin}/metrics`, { headers })).text();
  await service.close();
  const existing = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name!));
  const named = (expressions: string[]) =>
    new Set(expressions.flatMap((each) => each.replace(/"[^"]*"/g, '').match(metricName) ?? []).map(withoutSuffix));
  const alerted = named(rules.map(({ expr }) => expr));
  const shown = named(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  expect(alerted.size).toBeGreaterThanOrEqual(8);
  expect([...alerted, ...shown].filter((name) => !existing.has(name))).toEqual([]);
  expect([...existing].filter((name) => name.startsWith('mailwright_') && !shown.has(name))).toEqual([]);
});

test('every alert has a paragraph in the guide', () => {
  const guide = readFileSync(join(directory, '../../../docs/guides/alerts.md'), 'utf8');
  const headings = Array.from(guide.matchAll(/^## (\w+)$/gm), ([, heading]) => heading!);
  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`guides/alerts.md#${alert.toLowerCase()}`);
});

const why = spawnSync('promtool', ['--version']).status === 0 ? undefined : 'promtool is not installed, see .ci/run';

test.skipIf(why)(`Prometheus fires each alert in trouble and none without${why ? ` (left out: ${why})` : ''}`, () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: directory, encoding: 'utf8' });
  expect(promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
});

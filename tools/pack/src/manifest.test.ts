import { expect, test } from 'vitest';
import { publishedManifest } from './manifest.ts';

test('entries point at compiled files, dependencies at versions, and nothing of the repository is left', () => {
  const manifest = {
    name: '@mailwright/client',
    version: '1.2.0',
    type: 'module',
    exports: { '.': './src/index.ts', './openapi.json': './generated/openapi.json' },
    imports: { '#prism': '@stoplight/prism-http', '#own': './src/own.js' },
    bin: { tool: './bin/tool.js' },
    commands: { tool: './src/cli.ts' },
    files: ['generated'],
    n8n: { n8nNodesApiVersion: 1, credentials: ['src/Api.credentials.ts'], nodes: ['src/Api.node.ts'] },
    scripts: { build: 'x' },
    nx: {},
    devDependencies: { vitest: '5.0.0' },
    dependencies: { '@mailwright/xml-codec': '0.0.0', 'openapi-fetch': '0.17.0' },
  };
  expect(publishedManifest(manifest, new Map([['@mailwright/xml-codec', '1.2.0']]))).toEqual({
    name: '@mailwright/client',
    version: '1.2.0',
    type: 'module',
    exports: {
      '.': { types: './src/index.d.ts', default: './src/index.js' },
      './openapi.json': './generated/openapi.json',
    },
    imports: { '#prism': './bundled/prism.cjs', '#own': './src/own.js' },
    bin: { tool: './bin/tool.js' },
    n8n: { n8nNodesApiVersion: 1, credentials: ['src/Api.credentials.js'], nodes: ['src/Api.node.js'] },
    dependencies: { '@mailwright/xml-codec': '1.2.0', 'openapi-fetch': '0.17.0' },
  });
});

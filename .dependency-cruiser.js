/** The floors of the service, bottom to top (docs/architecture.md): a folder imports from those before it, never from those behind it. */
const contexts = [
  'account',
  'people',
  'tracking',
  'audiences',
  'templates',
  'mailing-blacklists',
  'mailings',
  'sending',
  'transactional',
  'quality',
  'reports',
  'events',
  'sign-up',
  'imports',
];
const ring = ['operations', 'pages', 'administration'];
export const floors = ['platform', ...contexts, ...ring, 'app', 'cli'];
const service = 'packages/service/src';
/** Without tests, which may use what stands above them. */
const libraries = [
  'packages/xml-codec/src',
  'packages/client-runtime/src',
  'packages/server-runtime/src',
  'packages/tool-runtime/src',
  'tools/codegen/src',
  'packages/contract/src',
  'packages/console/src',
];
const sources = [`^${service}/`, `^(${libraries.join('|')})/(?!.*\\.test\\.ts$)`];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Files that import each other cannot be understood one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-between-folders',
      comment: 'Folders that need each other are one folder, or one of them holds something that belongs elsewhere.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    ...floors.slice(0, -1).map((floor, level) => ({
      name: `floor-${floor}`,
      comment: `${floor} must not know what stands above it.`,
      severity: 'error',
      from: { path: `^${service}/${floor}/` },
      to: { path: `^${service}/(${floors.slice(level + 1).join('|')})/` },
    })),
    ...ring.map((room) => ({
      name: `${room}-beside-others`,
      comment: 'The rooms of the outer ring do not know each other; what they share belongs to a context.',
      severity: 'error',
      from: { path: `^${service}/${room}/` },
      to: { path: `^${service}/(${ring.filter((other) => other !== room).join('|')})/` },
    })),
    ...contexts.map((context) => ({
      name: `door-of-${context}`,
      comment: `Others enter ${context} through its index.ts only.`,
      severity: 'error',
      from: { path: `^${service}/`, pathNot: [`^${service}/${context}/`, '\\.test\\.ts$'] },
      to: { path: `^${service}/${context}/`, pathNot: `^${service}/${context}/index\\.ts$` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: sources,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'packages/service/tsconfig.json' },
  },
};

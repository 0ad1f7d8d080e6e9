import type { Imports } from './circles.ts';

/** Where the floors of the service are. */
export const service = 'packages/service/src';

export const contexts = [
  'account',
  'outcomes',
  'journal',
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

/** The floors of the service, bottom to top (docs/architecture.md): a folder imports from those before it, never from those behind it. */
export const floors: readonly string[] = ['platform', ...contexts, ...ring, 'app', 'cli'];

/** The floor that a file of the service stands on. */
export const floorOf = (file: string): string | undefined =>
  file.startsWith(`${service}/`) ? /^([^/]+)\//.exec(file.slice(service.length + 1))?.[1] : undefined;

/** Returns the imports within the service that break rules 1, 2 and 4 of docs/rules.md, with the rule. */
export function forbiddenImports(imports: Imports): string[] {
  return Array.from(imports).flatMap(([from, targets]) =>
    targets.flatMap((to) => rulesBroken(from, to).map((rule) => `${from} → ${to}: ${rule}`)),
  );
}

function rulesBroken(from: string, to: string): string[] {
  const [own, other] = [floorOf(from), floorOf(to)];
  if (own === undefined || other === undefined || own === other) return [];
  const broken: string[] = [];
  if (ring.includes(own) && ring.includes(other))
    broken.push('rule 4: the rooms of the outer ring do not know each other; what they share belongs to a context');
  else if (floors.indexOf(other) > floors.indexOf(own))
    broken.push(`rule 1: ${own} must not know what stands above it`);
  const isDoor = to === `${service}/${other}/index.ts`;
  if (contexts.includes(other) && !isDoor && !from.endsWith('.test.ts'))
    broken.push(`rule 2: others enter ${other} through its index.ts only`);
  return broken;
}

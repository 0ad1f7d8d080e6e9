import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Renderers, whose bundles need no other packages. */
const BUNDLES = ['redoc@2.5.4', '@scalar/api-reference@1.76.0', 'swagger-ui-dist@5.35.0', '@stoplight/elements@9.0.25'];
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';

/** Tools of others in a folder. The repository does not depend on them: they are many and large. */
export interface Tools {
  spectral: string;
  /** Returns the folder of a package. */
  folder(name: string): string;
}

/** Downloads the tools into a folder, unless they are there. */
export function getTools(scratch: string): Tools {
  mkdirSync(scratch, { recursive: true });
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: scratch, encoding: 'utf8' });
  for (const bundle of BUNDLES) {
    const folder = join(scratch, nameOf(bundle));
    if (existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true });
    const [packed] = Object.values(JSON.parse(npm('pack', bundle, '--json'))) as [{ filename: string }];
    execFileSync('tar', ['-xzf', packed.filename, '-C', folder, '--strip-components', '1'], { cwd: scratch });
  }
  const spectral = join(scratch, 'node_modules/.bin/spectral');
  if (!existsSync(spectral)) {
    writeFileSync(join(scratch, 'package.json'), '{ "private": true }');
    npm('install', SPECTRAL, '--ignore-scripts', '--no-audit', '--no-fund');
  }
  return { spectral, folder: (name) => join(scratch, name) };
}

const nameOf = (bundle: string) => bundle.slice(0, bundle.lastIndexOf('@'));

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Manifest {
  version?: string;
  devDependencies?: Record<string, string>;
}

interface Lock {
  version?: string;
  packages: Record<string, Manifest & { dev?: boolean; devOptional?: boolean }>;
}

/** The parts of a software bill of materials (CycloneDX 1.5, ECMA-424) that are looked at here. */
export interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }[];
}

/** What a package brings along when it is installed: names, versions, licenses and hashes, from the lock file alone. */
export function sbomOf(packageName: string, version: string, root = '.'): Sbom {
  const copy = mkdtempSync(join(tmpdir(), 'mailwright-sbom-'));
  try {
    writeWithoutTools(root, copy, version);
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '-w', packageName];
    const text = execFileSync('npm', args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const sbom = JSON.parse(text) as Sbom;
    Object.assign(sbom.metadata.component, { name: packageName, version });
    return sbom;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * A copy of the manifests and the lock file that knows no tools, and has a version. Of the repository itself npm makes
 * none, for want of a version, and would leave out what one package needs and another one has as a tool.
 */
function writeWithoutTools(root: string, copy: string, version: string): void {
  const lock = read<Lock>(join(root, 'package-lock.json'));
  for (const [room, entry] of Object.entries(lock.packages)) {
    delete entry.dev;
    delete entry.devOptional;
    if (room.includes('node_modules')) continue;
    delete entry.devDependencies;
    const { devDependencies: _, ...manifest } = read<Manifest>(join(root, room, 'package.json'));
    mkdirSync(join(copy, room), { recursive: true });
    write(join(copy, room, 'package.json'), room === '' ? { ...manifest, version } : manifest);
  }
  lock.packages['']!.version = version;
  write(join(copy, 'package-lock.json'), { ...lock, version });
}

const read = <Value>(file: string): Value => JSON.parse(readFileSync(file, 'utf8')) as Value;
const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Writes the bill of each package into a directory; gives the paths. */
export function writeSboms(directory: string, packageNames: readonly string[], version: string): string[] {
  mkdirSync(directory, { recursive: true });
  return packageNames.map((name) => {
    const file = join(directory, `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`);
    write(file, sbomOf(name, version));
    return file;
  });
}

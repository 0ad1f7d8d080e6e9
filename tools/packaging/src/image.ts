import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../pack/src/workspaces.ts';
import { sbomOf } from '../../release/src/sbom.ts';

const source = join(import.meta.dirname, '../image');

/** Debian packages with the libraries that Node needs, and the authorities that TLS trusts. */
const libraries = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1', 'ca-certificates'];

export interface ImageOptions {
  /** Directory with the platform (`writeTree`). */
  tree: string;
  version: string;
  /** Image of Debian for the first stage. */
  base?: string | undefined;
  /** Directory for the archive of the image. */
  output: string;
}

/** Builds the image with buildah and writes it as an archive for `docker load` or `podman load`. Returns its path. */
export function buildImage({ tree, version, base, output }: ImageOptions): string {
  const context = mkdtempSync(join(tmpdir(), 'mailwright-image-'));
  try {
    cpSync(tree, join(context, 'tree'), { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'go+rX', join(context, 'tree')]);
    copyFileSync(join(source, 'healthcheck.mjs'), join(context, 'tree/healthcheck.mjs'));
    writeFileSync(join(context, 'mailwright.cdx.json'), JSON.stringify(sbomOf('mailwright', version, root)));
    const packages = join(context, 'packages');
    mkdirSync(packages);
    execFileSync('apt-get', ['-qq', 'download', ...libraries], {
      cwd: packages,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const tag = `mailwright:${version}`;
    const file = join(source, 'Containerfile');
    const from = base === undefined ? [] : ['--build-arg', `BASE=${base}`];
    const labels = { title: 'Mailwright', version, licenses: 'MIT' };
    const options = Object.entries(labels).flatMap(([name, value]) => [
      '--label',
      `org.opencontainers.image.${name}=${value}`,
    ]);
    buildah('build', '--format', 'docker', '--file', file, '--tag', tag, ...from, ...options, context);
    mkdirSync(output, { recursive: true });
    const archive = join(output, `mailwright_${version}_${process.arch}.tar`);
    rmSync(archive, { force: true });
    buildah('push', tag, `docker-archive:${archive}:${tag}`);
    return archive;
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

/** Also as root in a container, where neither namespaces nor overlays are to be had. */
export const chrooted = { BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' };

function buildah(...args: string[]): void {
  const env = process.getuid?.() === 0 ? { ...chrooted, ...process.env } : process.env;
  execFileSync('buildah', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

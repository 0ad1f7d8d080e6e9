import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../pack/src/workspaces.ts';
import { sbomOf } from '../../release/src/sbom.ts';
import { copyrightText } from './copyright.ts';

const source = join(import.meta.dirname, '../debian');
const architectures = new Map<string, string>([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);

export interface DebOptions {
  /** Directory with the platform (`writeTree`). */
  tree: string;
  /** Version of the platform. */
  version: string;
  /** Number of the package of this version. */
  revision: number;
  /** Directory for the package. */
  output: string;
}

/** Builds the Debian package with dpkg-deb, for the architecture of this machine. Returns its path. */
export function buildDeb({ tree, version, revision, output }: DebOptions): string {
  const architecture = architectures.get(process.arch);
  if (architecture === undefined) throw new Error(`Debian packages are made for x64 and arm64, not ${process.arch}`);
  const stage = mkdtempSync(join(tmpdir(), 'mailwright-deb-'));
  try {
    chmodSync(stage, 0o755);
    cpSync(tree, join(stage, 'usr/lib/mailwright'), { recursive: true, verbatimSymlinks: true });
    chmodSync(join(stage, 'usr/lib/mailwright'), 0o755);
    plainModes(join(stage, 'usr/lib/mailwright/node_modules'));
    const install = (file: string, place: string, mode = 0o644) => {
      mkdirSync(dirname(join(stage, place)), { recursive: true });
      copyFileSync(join(source, file), join(stage, place));
      chmodSync(join(stage, place), mode);
    };
    install('mailwright.sh', 'usr/bin/mailwright', 0o755);
    install('mailwright.conf', 'etc/mailwright/mailwright.conf');
    install('sysusers.conf', 'usr/lib/sysusers.d/mailwright.conf');
    mkdirSync(join(stage, 'etc/mailwright/secrets'), { mode: 0o700 });
    const units = 'usr/lib/systemd/system';
    for (const unit of ['mailwright.service', 'mailwright.socket', 'mailwright-worker@.service'])
      install(`units/${unit}`, `${units}/${unit}`);
    for (const unit of ['mailwright.service', 'mailwright-worker@.service'])
      install('units/sandbox.conf', `${units}/${unit}.d/sandbox.conf`);
    const documents = 'usr/share/doc/mailwright';
    install('README.Debian', `${documents}/README.Debian`);
    writeFileSync(join(stage, documents, 'copyright'), copyrightText(join(tree, 'node_modules')));
    const debianVersion = `${version}-${revision}`;
    const time = lastCommitTime();
    const entry = changelogEntry(debianVersion, time);
    writeFileSync(join(stage, documents, 'changelog.Debian.gz'), gzipSync(entry, { level: 9 }));
    writeFileSync(
      join(stage, documents, 'changelog.gz'),
      gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
    );
    writeFileSync(join(stage, documents, 'mailwright.cdx.json'), JSON.stringify(sbomOf('mailwright', version, root)));
    for (const script of ['postinst', 'prerm', 'postrm']) install(script, `DEBIAN/${script}`, 0o755);
    writeFileSync(join(stage, 'DEBIAN/conffiles'), '/etc/mailwright/mailwright.conf\n');
    const files = filesOf(stage);
    writeFileSync(join(stage, 'DEBIAN/md5sums'), files.map((file) => `${md5(join(stage, file))}  ${file}\n`).join(''));
    const size = files.reduce((sum, file) => sum + Math.ceil(lstatSync(join(stage, file)).size / 1024), 0);
    writeFileSync(join(stage, 'DEBIAN/control'), control(debianVersion, architecture, size));
    const target = join(output, `mailwright_${debianVersion}_${architecture}.deb`);
    mkdirSync(output, { recursive: true });
    const env = { ...process.env, SOURCE_DATE_EPOCH: time };
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z6', '--build', stage, target], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return target;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

const maintainer = 'The Mailwright developers <maintainers@mailwright.invalid>';

const changelogEntry = (version: string, time: string) => `mailwright (${version}) unstable; urgency=medium

  * Changes: /usr/share/doc/mailwright/changelog.gz

 -- ${maintainer}  ${new Date(Number(time) * 1000).toUTCString().replace('GMT', '+0000')}
`;

const control = (version: string, architecture: string, size: number) => `Package: mailwright
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libstdc++6 (>= 9), libgcc-s1, libatomic1, systemd (>= 250), init-system-helpers (>= 1.51)
Recommends: ca-certificates
Suggests: postgresql, chromium, spamd
Section: mail
Priority: optional
Description: email-marketing platform with an HTTP API
 Contacts, mailings, double opt-in, sending, tracking, reports, transactional
 mail and automation, with an HTTP API in XML and JSON and a console.
 .
 The package contains the version of Node.js that the platform is tested with.
`;

/** Packages of npm come with the modes of their authors' machines. */
function plainModes(directory: string): void {
  for (const file of globSync('**/*', { cwd: directory })) {
    const path = join(directory, file);
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink()) chmodSync(path, stats.isDirectory() ? 0o755 : 0o644);
  }
}

const filesOf = (stage: string) =>
  globSync('{etc,usr}/**/*', { cwd: stage })
    .filter((file) => lstatSync(join(stage, file)).isFile())
    .sort();

const md5 = (file: string) => createHash('md5').update(readFileSync(file)).digest('hex');

/** Times of files in the package: the same commit makes the same package. */
const lastCommitTime = () => execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();

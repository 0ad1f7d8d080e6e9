export type TarEntry = { path: string; kind: 'directory' } | { path: string; kind: 'file'; content: Uint8Array };

const block = 512;

/**
 * The files and directories in a tar archive (POSIX ustar, IEEE Std 1003.1 "pax", without extended headers).
 * Throws on any other kind of entry and on paths that leave the directory.
 */
export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  const text = (from: number, length: number) =>
    Buffer.from(archive.buffer, archive.byteOffset + from, length)
      .toString('utf8')
      .split('\0', 1)[0]!;
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const prefix = text(at + 345, 155);
    const name = text(at, 100);
    const path = (prefix ? `${prefix}/${name}` : name).replace(/^\.?\/+/, '');
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const type = text(at + 156, 1);
    if (path.split('/').includes('..')) throw new Error(`The archive holds a path outside of its directory: ${path}`);
    const start = at + block;
    if (start + size > archive.length) throw new Error('The archive ends too early.');
    if (type === '5') yield { path, kind: 'directory' };
    else if (type === '0' || type === '') yield { path, kind: 'file', content: archive.subarray(start, start + size) };
    else throw new Error(`The archive holds an entry of unknown type ${type}: ${path}`);
    at = start + Math.ceil(size / block) * block;
  }
}

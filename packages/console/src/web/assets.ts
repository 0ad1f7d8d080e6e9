import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Asset {
  /** Contains a hash of the contents, so that browsers may keep the file. */
  path: string;
  type: string;
  content: string;
}

function readAsset(name: string, type: string): Asset {
  const content = readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/console/assets/${hash}-${name}`, type, content };
}

export const style = readAsset('console.css', 'text/css; charset=utf-8');
export const script = readAsset('console.js', 'text/javascript; charset=utf-8');

/** Returns the response for the path of an asset, or `undefined` for other paths. */
export function findAsset(path: string): Response | undefined {
  const asset = [style, script].find((one) => one.path === path);
  if (!asset) return undefined;
  const headers = {
    'content-type': asset.type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  };
  return new Response(asset.content, { headers });
}

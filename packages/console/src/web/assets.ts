import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Html, html } from '../html.ts';
import type { Say } from '../words.ts';

interface Asset {
  /** Contains a hash of the contents, so that browsers may keep the file. */
  path: string;
  type: string;
  content: Buffer<ArrayBuffer>;
  zipped: Buffer<ArrayBuffer>;
}

function readAsset(name: string, type: string, file = new URL(`../../assets/${name}`, import.meta.url)): Asset {
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const path = `/console/assets/${hash}-${name.replaceAll('/', '-')}`;
  return { path, type, content, zipped: gzipSync(content, { level: 9 }) };
}

export const style = readAsset('console.css', 'text/css; charset=utf-8');
export const script = readAsset('console.js', 'text/javascript; charset=utf-8');
/** The editor of contents, with its libraries; made by the target `generate`. */
export const editorScript = readAsset('generated/editor.js', 'text/javascript; charset=utf-8');

// Not by `import.meta.resolve`: this module is merged into the service, which does not depend on the package.
const library = createRequire(import.meta.url).resolve('@simplewebauthn/browser');
const bundle = pathToFileURL(join(dirname(library), '../dist/bundle/index.umd.min.js'));
const webauthn = readAsset('webauthn.js', 'text/javascript; charset=utf-8', bundle);
const passkeys = readAsset('passkeys.js', 'text/javascript; charset=utf-8');
const blocks = readAsset('blocks.js', 'text/javascript; charset=utf-8');
const blockStyle = readAsset('blocks.css', 'text/css; charset=utf-8');
const drawingStyle = readAsset('drawing.css', 'text/css; charset=utf-8');

/** Scripts of pages that ask for a passkey. */
export const passkeyScripts = (say: Say): Html =>
  html`<script src="${webauthn.path}" defer></script><script src="${passkeys.path}" data-outdated="${say('Please load the page again.')}" data-unused="${say('The passkey was not used:')}" defer></script>`;

/** Style and script of the page of blocks, with the texts that the script shows. */
export const blockFiles = (say: Say): Html =>
  html`<link rel="stylesheet" href="${blockStyle.path}"><script src="${blocks.path}" data-bold="${say('Bold')}" data-italic="${say('Italic')}" data-link="${say('Link')}" data-list="${say('List')}" data-toolbar="${say('Format the text')}" defer></script>`;

/** Style of pages with the drawing of an automation. */
export const drawingFiles = html`<link rel="stylesheet" href="${drawingStyle.path}">`;

/** Returns the response for the path of an asset, or `undefined` for other paths. */
export function findAsset(path: string, acceptEncoding: string | null): Response | undefined {
  const assets = [style, script, editorScript, webauthn, passkeys, blocks, blockStyle, drawingStyle];
  const asset = assets.find((one) => one.path === path);
  if (!asset) return undefined;
  const zips = /\bgzip\b/.test(acceptEncoding ?? '');
  const headers = {
    'content-type': asset.type,
    ...(zips && { 'content-encoding': 'gzip' }),
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  return new Response(zips ? asset.zipped : asset.content, { headers });
}

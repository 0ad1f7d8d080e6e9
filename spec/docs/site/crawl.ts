import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** What a crawler finds in a folder that is served below a path. */
export interface Crawled {
  /** Addresses of links, anchors and assets that do not exist. */
  broken: string[];
  /** Pages that no link leads to. */
  unreached: string[];
  /** Number of pages. */
  pages: number;
}

/** Serves a folder below a path and follows every link from its first page, for tests. */
export async function crawl(folder: string, base: string): Promise<Crawled> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const name = pathname.startsWith(base) ? pathname.slice(base.length) || 'index.html' : '';
    const file = join(folder, name);
    if (name === '' || !existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await follow(folder, `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function follow(folder: string, start: string): Promise<Crawled> {
  const pages = new Map<string, string>();
  const targets = new Map<string, string>();
  const broken: string[] = [];
  const waiting = [start];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url)) continue;
    const answer = await fetch(url);
    const text = await answer.text();
    pages.set(url, text);
    if (answer.status !== 200) broken.push(url);
    if (answer.headers.get('content-type') !== 'text/html') continue;
    for (const [, href] of text.matchAll(/<(?:a|link|script|img|form)\b[^>]* (?:href|src|action)="([^"]*)"/g)) {
      const target = new URL(href!, url);
      if (target.origin !== new URL(start).origin) continue;
      if (target.hash) targets.set(target.href, url);
      waiting.push(target.href.replace(/#.*$/, ''));
    }
  }
  for (const [target, from] of targets) {
    const [url, anchor] = target.split('#');
    if (!pages.get(url!)?.includes(`id="${decodeURIComponent(anchor!)}"`)) broken.push(`${target} in ${from}`);
  }
  const reached = new Set([...pages.keys()].map((url) => url.slice(start.length)));
  const files = globSync('**/*.html', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
  return { broken, unreached: files.filter((name) => !reached.has(name)), pages: files.length };
}

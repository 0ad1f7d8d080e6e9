import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** A program that shows descriptions, and how its page is written. */
export interface Renderer {
  name: string;
  package: string;
  page: string;
  /** Brings an operation with its examples into view. */
  open(page: Page): Promise<void>;
}

/** An operation with a document in the request, whose example every renderer must show. */
const TITLE = 'Create a contact by email address';
const DOCUMENT = '<name>FIRSTNAME</name>';

const html = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title>${head}</head><body>${body}</body></html>`;

export const renderers: Renderer[] = [
  {
    name: 'Redoc',
    package: 'redoc',
    page: html('', '<redoc spec-url="/openapi.json"></redoc><script src="/tool/bundles/redoc.standalone.js"></script>'),
    open: (page) => page.evaluate((hash) => location.assign(hash), '#tag/Contacts/operation/createContactByEmail'),
  },
  {
    name: 'Scalar',
    package: '@scalar/api-reference',
    page: html(
      '',
      '<div id="app"></div><script src="/tool/dist/browser/standalone.js"></script><script>Scalar.createApiReference("#app", { url: "/openapi.json", withDefaultFonts: false, telemetry: false })</script>',
    ),
    open: (page) => page.evaluate((hash) => location.assign(hash), '#tag/contacts/POST/contacts/email/{email}'),
  },
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist',
    page: html(
      '<link rel="stylesheet" href="/tool/swagger-ui.css">',
      '<div id="app"></div><script src="/tool/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#app", deepLinking: true, docExpansion: "none", defaultModelsExpandDepth: -1, validatorUrl: null })</script>',
    ),
    async open(page) {
      await page.locator('#operations-tag-Contacts').click();
      await page.locator('#operations-Contacts-createContactByEmail').locator('button').first().click();
    },
  },
  {
    name: 'Elements',
    package: '@stoplight/elements',
    page: html(
      '<link rel="stylesheet" href="/tool/styles.min.css"><script src="/tool/web-components.min.js"></script>',
      '<elements-api apiDescriptionUrl="/openapi.json" router="hash" layout="sidebar"></elements-api>',
    ),
    open: (page) => page.evaluate((hash) => location.assign(hash), '#/operations/createContactByEmail'),
  },
];

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** Serves the page of a renderer, the files of its package below `/tool`, and the description. */
function serve(renderer: Renderer, folder: string, description: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    const file = path === '/openapi.json' ? description : join(folder, normalize(path).replace(/^\/tool\//, '/'));
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(renderer.page);
    else if (!existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/**
 * Shows the description in a renderer and takes a picture of an operation.
 * @returns errors of the page, and what it does not show
 */
export async function tryRenderer(
  renderer: Renderer,
  { browser, folder, description, picture }: { browser: Browser; folder: string; description: string; picture: string },
): Promise<string[]> {
  const server = await serve(renderer, folder, description);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext({ viewport: { width: 1500, height: 1000 } });
  const errors: string[] = [];
  try {
    const page = await context.newPage();
    // A page that others can use without a network asks nobody else.
    await page.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('ERR_FAILED')) errors.push(message.text());
    });
    await page.goto(origin);
    await page.getByText('Mailwright').first().waitFor();
    await renderer.open(page);
    await page.getByText(TITLE).first().waitFor();
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown does not count
    await page.waitForFunction((text) => document.body.innerText.includes(text), DOCUMENT);
    await page.screenshot({ path: picture });
    return errors;
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

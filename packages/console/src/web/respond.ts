import { pageHeadersWith } from '@mailwright/server-runtime/web';
import type { Html } from '../html.ts';

/** Headers of every page: only the console's own style and script, no framing by others, nothing kept. */
const pageHeaders = {
  ...pageHeadersWith(
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  ),
  'referrer-policy': 'same-origin',
};

/** Headers of foreign HTML in a frame: it runs no scripts, sends no forms and reads nothing of the console. */
const foreignHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline' https:; img-src data: https:; font-src data: https:; frame-ancestors 'self'",
};

export const respond = (page: Html, status = 200) => new Response(String(page), { status, headers: pageHeaders });

export const respondForeign = (text: string) => new Response(text, { headers: foreignHeaders });

/** Data for a script of the console. */
export const respondJson = (value: object, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

/** Sends a browser to another page of the console, as after every change. */
export const redirect = (path: string) => new Response(null, { status: 303, headers: { location: path } });

/** Pictures have styles of their own. */
const filePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A file to save; a long one is sent while it is made. */
export function respondFile(
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const headers = {
    'content-type': type,
    'content-security-policy': filePolicy,
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"`,
  };
  return new Response(content, { headers });
}

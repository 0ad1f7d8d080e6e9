import { STATUS_CODES } from 'node:http';
import type { HeaderLines, ReceivedResponse, SentRequest } from '../exchange/exchange.ts';

const LONGEST = 2_000;
/** Headers that hold what nobody but the two sides should know. */
const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

export function requestText({ method, url, headers, body }: SentRequest): string {
  return `${method} ${url}\n${headerText(headers)}\n${bodyText(body)}`.trimEnd();
}

export function responseText({ status, headers, body }: ReceivedResponse): string {
  return `${status} ${STATUS_CODES[status] ?? ''}\n${headerText(headers)}\n${bodyText(body)}`.trimEnd();
}

/** `curl -X POST 'https://…' -H 'Content-Type: application/json' -d '{}'`, keys left out. */
export function curlCommand({ method, url, headers, body }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = headers.map(([name, value]) => `-H ${quoted(`${name}: ${isSecret(name) ? '…' : value}`)}`);
  const data = body.length > 0 ? [`--data-binary ${quoted(bodyText(body))}`] : [];
  return ['curl', '-i', ...(method === 'GET' ? [] : ['-X', method]), quoted(url), ...lines, ...data].join(' ');
}

const isSecret = (name: string) => SECRET.includes(name.toLowerCase());

function headerText(headers: HeaderLines): string {
  return headers.map(([name, value]) => `${name}: ${isSecret(name) ? '…' : value}\n`).join('');
}

function bodyText(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, LONGEST)).toString();
  return body.length > LONGEST ? `${text}… (${body.length} bytes)` : text;
}

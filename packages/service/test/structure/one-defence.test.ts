import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Each defence against what browsers and strangers send stands in one place, from which service and console take it (rule 13 of docs/rules.md). */

const packages = join(import.meta.dirname, '../../..');
const shared = 'server-runtime/src';

interface Defence {
  name: string;
  /** Signs of an implementation in the sources, without their comments. */
  signs: RegExp;
  /** Files that implement it, or have another reason, which is said. */
  places: Record<string, string>;
  /** A second implementation, as somebody could write it. */
  twins: readonly string[];
}

const defences: readonly Defence[] = [
  {
    name: 'reading of forms and query strings',
    // Both are quadratic in Node 24 and 26. Those that are made of names and values, in order to be written, are not read.
    signs: /\.formData\(|\bnew URLSearchParams\((?!\s*[[{])|multipart\/form-data['"`]|\bboundary=/,
    places: {
      [`${shared}/web/forms.ts`]: 'the place',
      [`${shared}/multipart.ts`]: 'the place for parts',
      [`${shared}/form-body.ts`]: 'forms that an API describes, by the parts of the place',
      [`${shared}/body.ts`]: 'the name of the media type',
      'service/src/platform/http/forms.ts': 'hands bodies of pages to the place',
      'service/src/platform/database/server-address.ts': 'the address that the operator gives',
      'console/src/components/forms.ts': 'writes forms',
    },
    twins: [
      'const form = await request.formData();',
      'const form = await new Response(bytes, { headers }).formData().catch(refuse);',
      "const fields = new URLSearchParams(typeof body === 'string' ? body : '');",
      'const [, boundary] = /boundary=(.+)/.exec(type) ?? [];',
    ],
  },
  {
    name: 'bodies in memory',
    signs:
      /for await \(const \w+ of (?:request|message|req|body|stream)\b|\.getReader\(|\.on\('data'|\.body \?\? \[\]|\bnew BodiesUnderWay\(/,
    places: {
      [`${shared}/bytes.ts`]: 'the place for streams',
      [`${shared}/node-body.ts`]: 'the place for requests of Node',
      [`${shared}/dispatcher.ts`]: 'counts for an API that shares with nobody',
      'service/src/app/server.ts': 'makes the one of the service',
      'service/src/sending/smtp/connection.ts': 'replies of a mail server',
      'service/src/platform/mail-server/mail-server.ts': 'mails, not requests',
      'service/src/quality/display/rendering/devtools.ts': 'what the own browser says',
      'console/src/web/body.ts': 'makes that of a console that runs apart',
    },
    twins: [
      'for await (const chunk of request.body ?? []) chunks.push(chunk);',
      "request.raw.on('data', (chunk) => chunks.push(chunk));",
      'const bodies = new BodiesUnderWay({ all: 1, client: 1 });',
    ],
  },
  {
    name: 'CSV',
    signs: /(['"`])""\1|\\"\\"/,
    places: {
      [`${shared}/web/csv.ts`]: 'the place',
      'service/src/imports/reading/csv-scan.ts': 'reads what this one writes',
    },
    twins: [`const cell = (text: string) => \`"\${text.replaceAll('"', '""')}"\`;`, `text.replace(/"/g, "\\"\\"")`],
  },
  {
    name: 'requests of other sites',
    signs: /sec-fetch-(?:site|mode)/i,
    places: { [`${shared}/web/other-site.ts`]: 'the place' },
    twins: ["const site = headers.get('sec-fetch-site');", "request.headers['Sec-Fetch-Mode'] === 'navigate'"],
  },
  {
    name: 'cookies',
    signs: /__Host-|\bSameSite=|\bHttpOnly\b|headers\.cookie\b(?!\))|\.get\('cookie'\)(?!\))/,
    places: { [`${shared}/web/cookies.ts`]: 'the place' },
    twins: [
      "reply.header('set-cookie', `session=x; Secure; HttpOnly`);",
      "const name = '__Host-other';",
      "const cookie = /a=(.*)/.exec(request.headers.cookie ?? '');",
      "const cookies = request.headers.get('cookie')?.split(';');",
    ],
  },
  {
    name: 'headers of answers',
    signs: /\bnosniff\b/,
    places: { [`${shared}/web/headers.ts`]: 'the place' },
    twins: ["reply.header('x-content-type-options', 'nosniff');"],
  },
  {
    name: 'tokens of forms',
    signs: /\bcreateHmac\([^)]*\)\.update\(\s*['"`]form['"`]/,
    places: { 'console/src/web/sessions.ts': 'the place' },
    twins: ["const formToken = createHmac('sha256', session).update('form').digest('hex');"],
  },
];

const withoutComments = (text: string): string => {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  let kept = text;
  const blank = (from: number, to: number) => {
    kept = kept.slice(0, from) + ' '.repeat(to - from) + kept.slice(to);
  };
  const visit = (node: ts.Node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) blank(pos, end);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return kept;
};

const sources = new Map(
  globSync('{service,console,server-runtime,tool-runtime}/src/**/*.ts', { cwd: packages })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/generated\//.test(file))
    .map((file) => [file, withoutComments(readFileSync(join(packages, file), 'utf8'))]),
);

test.each(defences)('rule 13: $name: one implementation', ({ signs, places }) => {
  const found = [...sources].flatMap(([file, text]) => (signs.test(text) ? [file] : []));
  expect(found.filter((file) => !Object.hasOwn(places, file))).toEqual([]);
  const empty = Object.keys(places).filter((file) => !found.includes(file));
  expect(empty, 'places without an implementation').toEqual([]);
});

test.each(defences)('$name: a second one is found', ({ signs, twins }) => {
  expect(twins.filter((twin) => !signs.test(withoutComments(twin)))).toEqual([]);
});

test.each(defences)('$name: comments are none', ({ signs, twins }) => {
  expect(twins.filter((twin) => signs.test(withoutComments(`// ${twin}\nconst nothing = 1;`)))).toEqual([]);
});

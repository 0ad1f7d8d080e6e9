import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * Every regular expression of what runs in the service and in clients takes linear time, whatever text it meets: one that
 * does not blocks everybody with a text of some KB. Packages of others and the contract tests, which read documents of
 * their own user, are not looked at.
 */
const packages = '{service,server,server-runtime,xml-codec,client,client-runtime}';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = globSync(`packages/${packages}/src/**/*.ts`, { cwd: root }).filter((file) => !/\.test\.ts$/.test(file));

/** Files that put expressions together. What they make is noted below, or it is a run of fixed length. */
const makers = new Map([
  ['packages/server-runtime/src/accept.ts', 'names of media types, with one run of letters and digits'],
  ['packages/server-runtime/src/multipart.ts', 'the name of a parameter, and runs that end at the next `;` or quote'],
  ['packages/server-runtime/src/paging.ts', 'noted'],
  ['packages/server-runtime/src/parameters.ts', 'noted'],
  ['packages/server-runtime/src/text.ts', 'noted'],
  ['packages/server-runtime/src/validation.ts', 'noted'],
  [
    'packages/server-runtime/src/web/cookies.ts',
    'the name of a cookie in the code, and a run of at most 200 characters',
  ],
  ['packages/service/src/sending/bounces/reading/amazon-event.ts', 'names in the code, with bounded texts'],
  [
    'packages/service/src/sending/bounces/reading/classify.ts',
    'phrases, in texts of 4,000 characters, with a deadline',
  ],
  ['packages/service/src/sending/dkim/sign.ts', 'lines of fixed length'],
  [
    'packages/service/src/sending/mail/provider-field.ts',
    'the name of a field, and one run each of white space and letters',
  ],
  ['packages/service/src/templates/liquid/compile.ts', 'a random text and a number of fixed length'],
  ['packages/xml-codec/src/chars.ts', 'noted'],
  ['packages/xml-codec/src/plan/names.ts', 'noted'],
  ['packages/xml-codec/src/scanner.ts', 'noted'],
  ['packages/xml-codec/src/stream/scanner.ts', 'a name and one run of white space'],
]);

/**
 * What reads bounces runs in a worker thread, on the first 256 KiB of a mail and with a deadline; `npm run growth` measures
 * it. Phrases of mail servers need gaps of some words, which take more than linear time on what is made for that.
 */
const withDeadline = 'packages/service/src/sending/bounces/reading/';

interface Found {
  source: string;
  flags: string;
  places: Set<string>;
}

const found = new Map<string, Found>();
const constructions = new Set<string>();

function note(source: string, flags: string, place: string): void {
  const key = `/${source}/${flags}`;
  const same = found.get(key) ?? { source, flags, places: new Set() };
  same.places.add(place);
  found.set(key, same);
}

for (const path of files) {
  const file = ts.createSourceFile(path, readFileSync(root + path, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      note(node.text.slice(1, end), node.text.slice(end + 1), path);
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      constructions.add(path);
    }
    // What the generator writes for patterns and formats of the description.
    if (path.includes('/generated/') && ts.isCallExpression(node) && node.expression.getText() === 'pattern') {
      const [source, flags] = node.arguments.map((argument) => (argument as ts.StringLiteral).text);
      note(source!, flags ?? '', path);
    }
    if (
      path.includes('/generated/') &&
      ts.isPropertyAccessExpression(node) &&
      node.expression.getText() === 'formats'
    ) {
      const format: unknown = fullFormats[node.name.text as keyof typeof fullFormats];
      if (format instanceof RegExp) note(format.source, format.flags, path);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}
/** Expressions that our own code puts together while the whole interface is built. */
const Native = RegExp;
globalThis.RegExp = new Proxy(Native, {
  construct(target, parameters, newTarget) {
    const expression = Reflect.construct(target, parameters, newTarget) as RegExp;
    const [, , caller = ''] = new Error('where').stack?.split('\n') ?? [];
    if (/\/packages\/[\w-]+\/src\//.test(caller)) note(expression.source, expression.flags, 'put together');
    return expression;
  },
});
const { createDispatcher, implementPartial } = await import('../../../packages/server/src/index.ts');
await import('../../../packages/xml-codec/src/plan/names.ts');
createDispatcher(implementPartial({}), { authenticate: () => undefined, intercept: () => undefined });
globalThis.RegExp = Native;

test('the scan finds expressions at all', () => {
  expect(found.size).toBeGreaterThan(250);
});

test.each([String.raw`\S+:\/\/\S+`, String.raw`^(\d+)\s*(?:px)?\s*$`, '(a|a)*b'])('the checker finds %s', (source) => {
  expect(checkSync(source, '').status).toBe('vulnerable');
});

test('whoever puts expressions together is known here', () => {
  expect([...constructions].sort()).toEqual([...makers.keys()]);
  expect([...found.values()].filter(({ places }) => places.has('put together')).length).toBeGreaterThan(5);
});

describe('rule 14: takes linear time', () => {
  const all = [...found].filter(([, { places }]) => ![...places].every((place) => place.startsWith(withDeadline)));
  test.each(all)('%s', (_, { source, flags, places }) => {
    const judge = () => {
      const found = checkSync(source, flags.replaceAll(/[dv]/g, ''), { timeout: 90_000 });
      return `${found.status} ${'complexity' in found ? found.complexity.summary : ''}`;
    };
    // Expressions that look behind are judged by chance and time: on a busy machine one in some hundred wrongly.
    let judgement = judge();
    for (let again = 0; again < 2 && !judgement.startsWith('safe'); again++) judgement = judge();
    expect(judgement, [...places].join(', ')).toMatch(/^safe/);
  });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCampaigns } from './read.ts';

type Content = string | Uint8Array | { link: string };

function directoryOf(files: Record<string, Content>): string {
  const root = mkdtempSync(join(tmpdir(), 'mailwright-campaigns-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, path);
    else writeFileSync(path, content as string);
  }
  return root;
}

const mailing = (rest: string) => `mailings:\n  - { name: Spring, subject: Hello, ${rest} }\n`;
const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  'b: &b [*a,*a,*a,*a,*a,*a,*a]',
  'c: &c [*b,*b,*b,*b,*b,*b,*b]',
  'd: [*c,*c,*c]',
];

test.each<[string, Record<string, Content>, string]>([
  ['no file', {}, 'has no file that ends with .yaml'],
  ['an empty file', { 'a.yaml': '' }, 'describes nothing'],
  ['an empty section', { 'a.yaml': 'mailings:\n' }, 'describes nothing'],
  ['no YAML', { 'a.yaml': 'mailings:\n\t- x' }, 'a.yaml:2: Tabs are not allowed'],
  ['two documents', { 'a.yaml': 'mailings: []\n---\nmailings: []\n' }, 'a.yaml:2: Source contains multiple documents'],
  ['a key twice', { 'a.yaml': 'mailings: []\nmailings: []\n' }, 'a.yaml:2: Map keys must be unique'],
  ['too many aliases', { 'a.yaml': bomb.join('\n') }, 'a.yaml: Excessive alias count'],
  ['an unknown alias', { 'a.yaml': 'mailings: *gone\n' }, 'a.yaml: Unresolved alias'],
  ['a foreign tag', { 'a.yaml': 'mailings: !!js/function "x"\n' }, 'a.yaml:1: Unresolved tag'],
  ['a list', { 'a.yaml': '- x\n' }, 'a.yaml:1: it must be a list of keys with values'],
  ['an unknown section', { 'a.yaml': 'mailings: []\nmails: []\n' }, 'a.yaml:2: mails: it is not known here'],
  ['an unknown key', { 'a.yaml': mailing('\n    sgment: Team') }, 'a.yaml:3: mailings[0].sgment: it is not known here'],
  ['a prototype', { 'a.yaml': mailing('__proto__: { x: 1 }') }, 'mailings[0].__proto__: it is not known here'],
  ['no name', { 'a.yaml': 'mailings:\n  - subject: x\n' }, 'a.yaml:2: mailings[0]: name is missing'],
  ['an id', { 'a.yaml': mailing('target_group_id: 4') }, 'mailings[0].target_group_id: it is not known here'],
  [
    'a number for a text',
    { 'a.yaml': 'mailings:\n  - name: Spring\n    subject: 2031\n' },
    'a.yaml:3: mailings[0].subject: it must be a text; write it in quotation marks',
  ],
  ['a text for a list', { 'a.yaml': mailing('tags: sale') }, 'mailings[0].tags: it must be a list'],
  [
    'a wrong choice',
    { 'a.yaml': mailing('type: weekly') },
    'mailings[0].type: it must be one of regular, trigger, doi',
  ],
  [
    'an unknown step',
    { 'a.yaml': 'programs:\n  - name: Welcome\n    steps:\n      - { kind: end }\n      - { kind: sent }\n' },
    'a.yaml:5: programs[0].steps[1].kind: there is no such kind',
  ],
  [
    'a step with an id',
    { 'a.yaml': 'programs:\n  - name: Welcome\n    steps: [{ kind: send, mailing: A, mailing_id: 4 }]\n' },
    'programs[0].steps[0].mailing_id: it is not known here',
  ],
  [
    'a step without its mailing',
    { 'a.yaml': 'programs:\n  - name: Welcome\n    steps: [{ kind: send }]\n' },
    'programs[0].steps[0]: mailing is missing',
  ],
  [
    'two mailings of one name',
    { 'a.yaml': mailing(''), 'b.yml': mailing('') },
    'b.yml:2: mailings[0].name: mailing "Spring" is in a.yaml:2: mailings[0].name already',
  ],
  [
    'two names that differ in their Unicode form',
    { 'a.yaml': 'fields:\n  - { name: GR\u00d6SSE, type: string }\n  - { name: GRO\u0308SSE, type: string }\n' },
    'a.yaml:3: fields[1].name: field',
  ],
  ['both sources', { 'a.yaml': mailing('html: a.html, mjml: a.mjml') }, 'mailings[0]: give html or mjml, not both'],
  ['a file that is not there', { 'a.yaml': mailing('html: a.html') }, 'mailings[0].html: there is no file a.html'],
  ['a path upwards', { 'a.yaml': mailing('html: ../a.html') }, '"../a.html" is outside of the directory'],
  ['a path upwards and back', { 'b/a.yaml': mailing('html: ../../b/a.html') }, 'is outside of the directory'],
  ['an absolute path', { 'a.yaml': mailing('html: /etc/hosts') }, '"/etc/hosts" is an absolute path'],
  ['a path with a drive', { 'a.yaml': mailing('html: "C:/a.html"') }, '"C:/a.html" is an absolute path'],
  ['backslashes', { 'a.yaml': mailing('html: "..\\\\a.html"') }, 'has a backslash'],
  ['a directory', { 'a.yaml': mailing('html: x'), 'x/y': '' }, 'mailings[0].html: x is not a file'],
  ['a link out', { 'a.yaml': mailing('html: x'), x: { link: '/etc/hosts' } }, 'x is a link out of the directory'],
  [
    'a file with YAML that is a link out',
    { 'a.yaml': { link: '/etc/hosts' } },
    'a.yaml is a link out of the directory',
  ],
  ['a link to nothing', { 'a.yaml': mailing('html: x'), x: { link: 'gone' } }, 'x is a link to nothing'],
  ['a link in a path', { 'a.yaml': mailing('html: x/hosts'), x: { link: '/etc' } }, 'is a link out of the directory'],
  ['Latin-1', { 'a.yaml': mailing('html: x'), x: Buffer.from('f\xfcr', 'latin1') }, 'x is not UTF-8 text'],
  ['a large file', { 'a.yaml': mailing('amp: x'), x: 'x'.repeat(800_001) }, '800001 bytes, 800000 are allowed'],
  ['a large file with YAML', { 'a.yaml': `# ${'x'.repeat(2_097_152)}` }, 'a.yaml has 2097154 bytes'],
])('%s is refused with its place', (_about, files, message) => {
  expect(() => readCampaigns(directoryOf(files))).toThrow(message);
});

test('many faults are told in a few lines', () => {
  const things = Array.from({ length: 200 }, () => '  - { name: Spring, subject: 5 }').join('\n');
  expect(() => readCampaigns(directoryOf({ 'a.yaml': `mailings:\n${things}\n` }))).toThrow(/\n… and 180 more$/);
});

test('a directory is read with its texts, whatever the editor has made of them', () => {
  const root = directoryOf({
    'a.yaml': `\ufeff${mailing('html: mailings/a.html')}`.replaceAll('\n', '\r\n'),
    'mailings/a.html': '\ufeff<p>\r\nGr\u00fc\u00dfe\r\n</p>',
    'more/b.yml': `x-not-a-section: 1\n`.replace(
      'x-not-a-section: 1',
      'templates: [{ path: base, html: ../mailings/a.html }]',
    ),
    'snapshots/c.yaml': 'this is not read',
    '.git/d.yaml': 'nor this',
    'shared.yaml': 'segments:\n  - &team { name: Team, rules: [] }\n  - { <<: *team, name: Others }\n',
    'samples.yaml': 'samples: [{ email: ada@example.com, fields: { SIZE: 39, NEWS: true } }]',
  });
  const { things, samples } = readCampaigns(root);
  expect(things.map(({ section, name, properties, files }) => [section, name, properties, files])).toEqual([
    ['mailings', 'Spring', { subject: 'Hello', html: '<p>\nGr\u00fc\u00dfe\n</p>' }, { html: 'mailings/a.html' }],
    ['templates', 'base', { html: '<p>\nGr\u00fc\u00dfe\n</p>' }, { html: 'mailings/a.html' }],
    ['segments', 'Team', { rules: [] }, {}],
    ['segments', 'Others', { rules: [] }, {}],
  ]);
  expect(samples).toEqual([{ email: 'ada@example.com', fields: { SIZE: '39', NEWS: 'true' } }]);
});

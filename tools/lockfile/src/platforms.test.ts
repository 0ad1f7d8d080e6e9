import { expect, test } from 'vitest';
import { missingPlatforms, platformOf } from './platforms.ts';

test.each([
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@nx/nx-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@oxc-parser/binding-linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
  ['fsevents', {}],
])('%s', (name, wanted) => {
  expect(platformOf(name)).toEqual(wanted);
});

test('optional packages that are nowhere get an entry; those that are there, and ranges, do not', () => {
  const packages = {
    'node_modules/tool': {
      version: '2.0.0',
      optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-darwin-arm64': '2.0.0', extra: '^1.0.0' },
    },
    'node_modules/tool-linux-x64': { version: '2.0.0', optional: true },
  };
  expect(missingPlatforms(packages)).toEqual({
    'node_modules/tool-darwin-arm64': { version: '2.0.0', os: ['darwin'], cpu: ['arm64'], optional: true },
  });
});

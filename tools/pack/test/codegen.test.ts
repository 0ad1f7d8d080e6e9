import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, measureInstallation, type Project, TELEMETRY } from './project.ts';

/** The generator as a newcomer has it: installed alone. */

const MOST_MEGABYTES = 40;

let project: Project;
beforeAll(async () => {
  project = await createProject(inject('registry'), {}, ['@mailwright/codegen', '@mailwright/xml-codec']);
});
afterAll(() => project?.remove());

test('it is small, in blocks of a disk, and sends nothing to anybody', async () => {
  const { megabytes, names } = await measureInstallation(project);
  console.log(`@mailwright/codegen installs ${Math.round(megabytes)} MB`);
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  expect(names).toContain('@mailwright/codegen');
  expect(names.filter((name) => TELEMETRY.test(name))).toEqual([]);
});

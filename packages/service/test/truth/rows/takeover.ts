import type { AutomationProgramDraft } from '@mailwright/client';
import { expect } from 'vitest';
import { fieldsOf, type Row, textOf, type World } from '../row.ts';
import { soon } from '../soon.ts';

type Steps = AutomationProgramDraft['steps'];

/** A program with a contact in its first wait. */
async function begin(world: World, name: string, email: string) {
  const { client } = world.service;
  const steps: Steps = [
    { kind: 'wait', duration: 'P1D' },
    { kind: 'add_tag', tag: 'Late' },
  ];
  const programs = client.marketingAutomation;
  const { id: programId } = await programs.create({ body: { name, state: 'released', steps } }).orThrow();
  await client.contacts.createByEmail({ email, permission: 4, body: {} }).orThrow();
  await programs.start({ programId, body: { emails: [email] } }).orThrow();
  await soon(world, async () => {
    const { items } = await programs.listRuns({ programId }).orThrow();
    expect(items[0]?.taken).toBe(1);
  });
  return { programId, steps, own: `/console/automation/${programId}` };
}

/** What is asked about contacts who are under way when a program has changed. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /automation/:id/takeover', 'POST /automation/:id/takeover'],
    title: 'after a change, contacts who are under way go on as the person says',
    async judge(world) {
      const { page, press, service } = world;
      const { client } = service;
      const { programId, own } = await begin(world, 'Taking over', 'over@example.org');
      const first = `${own}/steps/0`;
      const fields = { ...fieldsOf(await page(first), first), 'days-0': '3' };
      const asked = await press(first, first, fields);
      expect(textOf(asked.html)).toContain('Version 2 and contacts under way');
      expect(textOf(asked.html)).toContain('The step was changed. 1. Wait 3 days');
      const form = `${own}/takeover`;
      const finished = await press(form, form, { ...fieldsOf(await page(form), form), way: 'finish' });
      expect(textOf(finished.html)).toContain('Contacts under way finish their version.');
      expect(textOf(finished.html)).toContain('1 contact goes through an earlier version.');
      const taken = await press(form, form, { ...fieldsOf(await page(form), form), way: 'takeover' });
      expect(textOf(taken.html)).toContain('The latest version takes the contacts over');
      const newest = async () => (await client.marketingAutomation.listRuns({ programId }).orThrow()).items[0]!;
      await soon(world, async () => expect((await newest()).version).toBe(2));
      const run = await newest();
      expect(run.due! - run.passed![0]!.timestamp).toBe(3 * 24 * 3_600_000);
      expect(textOf(await page(form))).toContain('No contact goes through an earlier version.');
    },
  },
];

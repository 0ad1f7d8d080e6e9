import type { AutomationProgramDraft, Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('changes of programs that run, on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    for (const [email, city] of [
      ['one@example.org', 'Paris'],
      ['two@example.org', 'Rome'],
    ] as const)
      await client.contacts
        .createByEmail({ email, permission: 2, body: { standard_fields: [{ name: 'CITY', value: city }] } })
        .orThrow();
  });
  afterAll(() => service.close());

  const wait = (name: string, duration: string) => ({ kind: 'wait' as const, name, duration });
  const set = (name: string, value: string) => ({ kind: 'set' as const, name, field: 'ORGANIZATION', value });
  const draft = (name: string, steps: AutomationProgramDraft['steps']) => ({ name, state: 'released' as const, steps });

  test('the latest version takes over who waits where it was said before, and a version that is not the latest is refused', async () => {
    const { marketingAutomation } = client;
    const { id: programId } = await marketingAutomation
      .create({ body: draft('Takeover', [wait('rest', 'P2D'), set('old', 'Old')]) })
      .orThrow();
    await marketingAutomation.start({ programId, body: { emails: ['one@example.org'] } }).orThrow();
    const step = async () => (await marketingAutomation.getProgress({ programId }).orThrow()).runs[0]?.step;
    await expect.poll(step).toBe(1);
    const steps = [set('first', 'First'), wait('rest', 'P3D'), set('new', 'New')];
    await marketingAutomation.update({ programId, body: draft('Takeover', steps) }).orThrow();
    const before = await marketingAutomation.getTakeover({ programId }).orThrow();
    expect(before).toMatchObject({ version: 2, contacts: 1, running: false, places: [{ version: 1, target: 1 }] });
    expect(await marketingAutomation.startTakeover({ programId, body: { version: 1 } })).toMatchObject({
      status: 409,
      error: {
        message: `version must be the latest version of automation program with id ${programId}, which is 2, but was 1.`,
      },
    });
    await marketingAutomation.startTakeover({ programId, body: { version: 2 } }).orThrow();
    await expect.poll(async () => (await marketingAutomation.getTakeover({ programId }).orThrow()).contacts).toBe(0);
    const progress = await marketingAutomation.getProgress({ programId }).orThrow();
    expect(progress.runs).toMatchObject([{ version: 2, step: 2 }]);
  });

  test('contacts of the exit filter leave without counting for the goal; in thought, when it is said', async () => {
    const { marketingAutomation } = client;
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Rome' }];
    const exit_filter_id = await client.contactFilters.create({ body: { name: 'In Rome', rules } }).orThrow();
    const body = { ...draft('Exit', [set('any', 'Any'), wait('rest', 'P2D')]), exit_filter_id };
    const { id: programId } = await marketingAutomation.create({ body }).orThrow();
    await marketingAutomation.start({ programId, body: { emails: ['one@example.org', 'two@example.org'] } }).orThrow();
    await expect
      .poll(async () => (await marketingAutomation.getProgress({ programId }).orThrow()).versions)
      .toMatchObject([{ goal: 0, exits: 1 }]);
    const start = Date.parse('2031-02-03T08:00:00Z');
    const tried = await marketingAutomation.test({ programId, body: { start, exit_after: 'P1D' } }).orThrow();
    expect(tried.outcome).toBe('exit');
  });
});

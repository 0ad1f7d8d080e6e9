import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchOperations } from '@mailwright/tool-runtime';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { operations } from '../../src/app/tools/generated/tools/operations.ts';
import { commandLine } from '../support/command-line.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { type Command, runMailwright } from '../support/process.ts';

const data = await usedDirectory();
const key = generateKey();
let service: Command;
let env: Record<string, string>;

beforeAll(async () => {
  service = runMailwright(['serve', '--data', data, '--port', '0', '--http-port', '0', '--key', key]);
  const [, url] = await service.printed(/(https:\/\/localhost:\d+)/);
  env = { MAILWRIGHT_URL: url!, MAILWRIGHT_DATA: data, MAILWRIGHT_KEY: key };
});
afterAll(async () => {
  service.child.kill();
  await service.ended;
});

describe('mailwright api', () => {
  const api = (...args: string[]) => commandLine(['api', ...args], env);
  const page = join(data, 'page.html');

  test('lists the groups, and the operations of one', async () => {
    expect((await api()).stdout).toMatch(/^ {2}mailing-attachments +8 operations$/m);
    expect((await api('contact-filters')).stdout).toMatch(/^create +Create a contact filter$/m);
  });

  test('calls operations with parameters, files, JSON and XML', async () => {
    const made = await api('mailings', 'create', '--name', 'Spring', '--subject', 'Spring is here', '--json');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const id: string = JSON.parse(made.stdout);
    writeFileSync(page, '<h1>Häuser</h1>\n');
    expect((await api('mailings', 'get-name', String(id))).stdout).toContain('<name>Spring</name>');
    await api('mailings', 'set-html', String(id), '--body', page);
    expect((await api('mailings', 'get-html', String(id))).stdout).toBe('<h1>Häuser</h1>\n\n');
    const body = '{"standard_fields": {"FIRSTNAME": "Nia"}}';
    const created = await api('contacts', 'create-by-email', 'nia@example.com', '--body', body);
    expect([created.code, created.stderr]).toEqual([0, '']);
    const xml = '<contact><permission>3</permission></contact>';
    expect((await api('contacts', 'create-by-email', 'ola@example.com', '--body', xml)).code).toBe(0);
    const fields = ['--standard-field', 'FIRSTNAME', '--json'];
    const nia = await api('contacts', 'get-by-email', 'nia@example.com', ...fields);
    expect(JSON.parse(nia.stdout)).toMatchObject({
      email: 'nia@example.com',
      standard_fields: [{ name: 'FIRSTNAME', value: 'Nia' }],
    });
    expect((await api('contacts', 'get-by-email', 'ola@example.com')).stdout).toContain('<permission>3</permission>');
  });

  test.each<[args: string[], says: RegExp]>([
    [['contact', 'list'], /There is no group "contact"\. Available: .*contacts/],
    [['target-groups', 'create', '--body', '{"name"'], /body must be a JSON document/],
    [['contacts', 'fetch'], /There is no operation of contacts "fetch"\. Available: .*get-by-email/],
    [['contacts', 'get-by-email', 'nobody@example.com'], /404: .*nobody@example\.com/],
    [['contacts', 'create-by-email', 'a@example.com'], /required option '--body <body>' not specified/],
    [['contacts', 'create-by-email', 'a@example.com', '--body', '{"name"'], /400: body must be a JSON document/],
    [['contacts', 'create-by-email', 'a@example.com', '--body', 'nowhere.xml'], /nowhere\.xml/],
    [
      ['mailings', 'create', '--name', 'x', '--subjekt', 'y', '--subject', 'z'],
      /unknown option '--subjekt'.*--subject/s,
    ],
    [['ping', 'ping-get', '--key', 'wrong-key-wrong'], /401: /],
    [
      ['ping', 'ping-get', '--url', 'https://localhost:9999'],
      /No connection to localhost:9999: nothing answers there\. Start the service/,
    ],
  ])('%j', async (args, says) => {
    const { code, stderr } = await api(...args);
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
  });
});

describe('mailwright mcp, to the SDK of the protocol', () => {
  async function connected(...args: string[]) {
    const client = new Client({ name: 'test', version: '1' });
    const command = {
      command: process.execPath,
      args: [inject('program'), 'mcp', ...args],
      env: { ...process.env, ...env },
    };
    await client.connect(new StdioClientTransport(command as never));
    return client;
  }

  const textOf = ({ content }: { content: unknown }) => (content as { text: string }[])[0]!.text;

  test('offers the operations by search, reading ones only unless it may write', async () => {
    const client = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_operations', 'describe_operation', 'read']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    // A token of JSON has three characters or more: less than 10,000 tokens.
    expect(JSON.stringify(tools).length).toBeLessThan(30_000);
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    expect(textOf(await call('search_operations', { query: 'contact by email' })).split('\n')[0]).toMatch(
      /^getContactByEmail: /,
    );
    const described = JSON.parse(textOf(await call('describe_operation', { operation: 'getContactByEmail' })));
    expect(described).toMatchObject({ arguments: { properties: { email: { type: 'string' } } } });
    const given = { email: 'ada.moreau@example.com' };
    const read = await call('read', { operation: 'getContactByEmail', arguments: given });
    expect(textOf(read)).toContain('"email":"ada.moreau@example.com"');
    // Assistants that know an operation from before call it directly.
    expect(textOf(await call('getContactByEmail', given))).toContain('"email":"ada.moreau@example.com"');
    const refused = await call('createMailing', { name: 'x', subject: 'x' }).catch(String);
    expect(JSON.stringify(refused)).toContain('There is no tool createMailing');
    await client.close();
  });

  test.each([
    ['how many people opened a mailing', 'countUniqueOpens'],
    ['create a newsletter mailing', 'createMailing'],
    ['remove an address from the blacklist', 'deleteBlacklistEntry'],
    ['unsubscribe', 'unsubscribeContact'],
    ['send a test mail', 'sendMailingTestEmail'],
  ])('the search for "%s" finds %s', (query, operation) => {
    expect(
      searchOperations(operations, query)
        .slice(0, 10)
        .map(({ id }) => id),
    ).toContain(operation);
  });

  test('writes what it is told, and says what the service refuses', async () => {
    const client = await connected('--write');
    const create = (name: string) => client.callTool({ name: 'createMailing', arguments: { name, subject: 'Hello' } });
    expect(await create('By an assistant')).not.toHaveProperty('isError', true);
    expect(await create('By an assistant')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('By an assistant') }],
    });
    const filter = { name: 'Paris', rules: [{ field: 'CITY', operator: 'EQUALS', value: 'Paris' }] };
    const made = await client.callTool({ name: 'createContactFilter', arguments: { body: filter } });
    expect(made).not.toHaveProperty('isError', true);
    await client.close();
  });
});

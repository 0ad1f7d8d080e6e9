import { expect } from 'vitest';
import { previewedHtml } from '../../support/previewed-html.ts';
import { png } from '../../support/scripted-web.ts';
import { fieldsOf, type Row, textOf, type World } from '../row.ts';

const mjml = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text><h1 style="margin:0">Spring</h1></mj-text>
        <!-- stays -->
        <mj-text color="#123456">Hello [[CONTACT|FIRSTNAME|friend]]</mj-text>
        <mj-button href="https://garden.example/">Go</mj-button>
        <mj-text><span>Of code</span> <a href="[[LINK|UNSUBSCRIBE]]">Leave</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;
let number = 0;

async function createMailing({ service }: World, source = mjml) {
  const { mailings } = service.client;
  const mailingid = await mailings.create({ name: `Blocks ${number++}`, subject: 'First' }).orThrow();
  if (source !== '') await mailings.setContents({ mailingid, body: { mjml: source } }).orThrow();
  const own = `/console/mailings/${mailingid}`;
  return { mailings, mailingid, own, at: `${own}/blocks`, written: () => mailings.getMjml({ mailingid }).orThrow() };
}

/** The form of a block. */
const cardOf = async ({ page }: World, at: string, path: string) => fieldsOf(await page(`${at}?block=${path}`), at);

/** The parameters of an address with which the next change can be taken back. */
const trailOf = (address: string) => {
  const { searchParams } = new URL(address, 'https://console.example');
  return { undo: searchParams.get('undo') ?? '', redo: searchParams.get('redo') ?? '' };
};

/** Mailings that are changed block by block. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /mailings/:id/blocks', 'POST /mailings/:id/blocks'],
    title: 'blocks are those of the MJML; a change stores its block alone, and the mail is what the preview shows',
    async judge(world) {
      const { service, sink, page, press } = world;
      const { mailings, mailingid, own, at, written } = await createMailing(world);
      const list = textOf(await page(at));
      for (const said of ['Heading Spring', 'Text Hello friend', 'Button Go', 'Code mj-text'])
        expect(list).toContain(said);
      const card = await cardOf(world, at, '0.0.1');
      expect(card['value-text']).toBe('Hello [[CONTACT|FIRSTNAME|friend]]');
      const changed =
        'Dear **[[CONTACT|FIRSTNAME|friend]]**,\r\n\r\n[Look](garden.example/new) <script>alert(1)</script>';
      const saved = await press(at, at, { ...card, 'value-text': changed });
      expect(textOf(saved.html)).toContain('The changes were saved.');
      expect(await written()).toBe(
        mjml.replace(
          'Hello [[CONTACT|FIRSTNAME|friend]]',
          'Dear <b>[[CONTACT|FIRSTNAME|friend]]</b>,<br><br><a href="https://garden.example/new">Look</a> &lt;script&gt;alert(1)&lt;/script&gt;',
        ),
      );
      const email = 'blocks@truth.example';
      const contact_id = await service.client.contacts.createByEmail({ email, permission: 5, body: {} }).orThrow();
      const shown = await page(`${own}/preview?contact=${email}&scheme=`);
      expect(shown).toContain('<b>friend</b>');
      expect(shown).not.toContain('<script>');
      await mailings.setSender({ mailingid, body: 'news@truth.example' }).orThrow();
      await press(own, `${own}/test`, { email });
      const { html } = (await sink.mailTo(email)).email;
      const preview = await mailings.preview({ mailingid, body: { contact_id: contact_id as number } }).orThrow();
      expect(previewedHtml(html!)).toBe(previewedHtml(preview));
      expect(previewedHtml(shown)).toBe(previewedHtml(preview));
    },
  },
  {
    routes: ['POST /mailings/:id/blocks'],
    title: 'blocks are added, moved, duplicated and removed, with what was typed, and each step is taken back',
    async judge(world) {
      const { page, press } = world;
      const { at, written } = await createMailing(world);
      const open = async (path: string) => cardOf(world, at, path);
      const moved = await press(at, at, { ...(await open('0.0.0')), 'value-text': 'Summer', do: 'down' });
      expect(textOf(moved.html)).toContain('The block was moved.');
      const order = () =>
        written().then((text) =>
          Array.from(text.matchAll(/>([\w ]+)</g), ([, words]) => words!.trim()).filter(Boolean),
        );
      expect(await order()).toEqual(['Summer', 'Go', 'Of code', 'Leave']);
      const copied = await press(at, at, { ...(await open('0.0.2')), ...trailOf(moved.address), do: 'duplicate' });
      expect(await order()).toEqual(['Summer', 'Go', 'Go', 'Of code', 'Leave']);
      const removed = await press(at, at, { ...(await open('0.0.1')), ...trailOf(copied.address), do: 'remove' });
      expect(await order()).toEqual(['Go', 'Go', 'Of code', 'Leave']);
      const added = await press(at, at, { ...(await open('0.0.0')), ...trailOf(removed.address), do: 'add-quote' });
      expect(await order()).toEqual(['Go', 'Go', 'Of code', 'Leave']);
      expect(await written()).toContain('<blockquote');
      let last = added;
      const counts = [4, 5, 4, 4];
      for (const count of counts) {
        const back = fieldsOf(last.html, `${at}#blocks`, 'value="undo"');
        last = await press(at, at, { ...back, do: 'undo' });
        expect(textOf(last.html)).toContain('The last change was undone.');
        expect(await order()).toHaveLength(count);
      }
      expect(await written()).toBe(mjml);
      for (const _ of counts)
        last = await press(at, at, { ...fieldsOf(last.html, `${at}#blocks`, 'value="redo"'), do: 'redo' });
      expect(await written()).toContain('<blockquote');
      const row = await open('0');
      await press(at, at, { ...row, 'value-columns': '3', do: 'save' });
      expect((await written()).match(/<mj-column>/g)).toHaveLength(3);
      const target = await open('0.0.2');
      await press(at, at, { ...target, do: 'move', to: '0.2' });
      expect(await written()).toMatch(
        /<mj-column>\s*<mj-button href="https:\/\/garden.example\/">Go<\/mj-button>\s*<\/mj-column>/,
      );
      await press(at, at, { ...fieldsOf(await page(at), `${at}#blocks`, 'value="add-text"'), do: 'add-text' });
      expect((await written()).match(/<mj-section>/g)).toHaveLength(2);
    },
  },
  {
    routes: ['POST /mailings/:id/blocks'],
    title: 'an image is uploaded in place or chosen, and its text is asked for',
    async judge(world) {
      const { browser, page, press, service } = world;
      const { at, written } = await createMailing(world);
      const { media } = service.client;
      const added = fieldsOf(await page(at), `${at}#blocks`, 'add-image');
      await press(at, at, { ...added, do: 'add-image' });
      const open = () => cardOf(world, at, '1.0.0');
      const send = async (fields: Record<string, string>, file: File) => {
        const answer = await browser.upload(at, [...Object.entries({ ...(await open()), ...fields }), ['file', file]]);
        return { html: await answer.text() };
      };
      const wrong = await send({ do: 'upload' }, new File(['<svg/>'], 'dot.svg'));
      expect(textOf(wrong.html)).toContain('PNG, JPEG, GIF or WebP');
      const shown = await send({ do: 'upload', 'value-width': '300' }, new File([png], 'dot.png'));
      const [image] = (await media.listImages({}).orThrow()).items;
      const card = fieldsOf(shown.html, at);
      expect(card).toMatchObject({ 'value-src': image!.url, 'value-width': '300' });
      const before = await written();
      const asked = await press(at, at, card);
      expect(textOf(asked.html)).toContain('Say what the image shows');
      expect(await written()).toBe(before);
      await press(at, at, { ...card, 'value-alt': 'A dot' });
      const stored = `<mj-image src="${image!.url}" alt="A dot" width="300px" />`;
      expect(await written()).toContain(stored);

      expect(await page(`${at}?block=1.0.0`)).toContain(`src="${image!.thumbnail_url}"`);
      await press(at, at, { ...(await open()), 'value-src': '', 'value-alt': '' });
      expect(textOf(await page(at))).toContain('No image yet');
      await press(at, at, { ...(await open()), image: image!.url, decoration: 'yes' });
      expect(await written()).toContain(stored.replace('A dot', ''));
      expect(textOf(await page(at))).not.toContain('No text');
    },
  },
  {
    routes: [
      'POST /mailings/:id/blocks',
      'GET /blocks',
      'GET /blocks/:id',
      'POST /blocks/:id/rename',
      'POST /blocks/:id/delete',
    ],
    title: 'a block is saved under a name, inserted elsewhere as a copy, renamed and deleted',
    async judge(world) {
      const { page, press, service } = world;
      const { media } = service.client;
      const { at, written } = await createMailing(world);
      const keep = async (path: string, fields: Record<string, string>) =>
        press(at, at, { ...(await cardOf(world, at, path)), ...fields, do: 'keep' });
      expect(textOf((await keep('0.0.1', {})).html)).toContain('Write a name for the block.');
      await keep('0.0.1', { 'block-name': 'Greeting', 'value-text': 'Dear **you**' });
      expect(await written()).toContain('<mj-text color="#123456">Dear <b>you</b></mj-text>');
      expect(textOf((await keep('0.0.2', { 'block-name': 'Greeting' })).html)).toContain('Greeting');
      await keep('0', { 'block-name': 'Whole row' });
      const blocks = await media.listBlocks({}).orThrow();
      expect(blocks.map(({ name }) => name)).toEqual(['Greeting', 'Whole row']);
      const [greeting, row] = blocks as [(typeof blocks)[0], (typeof blocks)[0]];

      const other = await createMailing(world);
      const add = async (id: number) => {
        const fields = fieldsOf(await page(other.at), `${other.at}#blocks`, `add-saved-${id}`);
        await press(other.at, other.at, { ...fields, do: `add-saved-${id}` });
      };
      await add(greeting.id);
      expect((await other.written()).match(/<mj-section>/g)).toHaveLength(2);
      expect(await other.written()).toContain('      <mj-text color="#123456">Dear <b>you</b></mj-text>\n');
      await add(row.id);
      const own = (source: string) => /<mj-section>[\s\S]*?<\/mj-section>/.exec(source)![0];
      expect(await other.written()).toContain(`${own(await written())}\n  </mj-body>`);

      const list = '/console/blocks';
      expect(textOf(await page(list))).toContain('Greeting');
      const of = `${list}/${greeting.id}`;
      expect(textOf(await page(of))).toContain('Dear');
      const taken = await press(of, `${of}/rename`, { name: 'Whole row' });
      expect(taken.html).toContain('role="alert"');
      await press(of, `${of}/rename`, { name: 'Welcome' });
      expect(await media.getBlock({ savedBlockId: greeting.id }).orThrow()).toMatchObject({ name: 'Welcome' });
      await press(of, `${of}/delete`, { 'confirm-delete': 'Welcome' });
      expect((await media.listBlocks({}).orThrow()).map(({ name }) => name)).toEqual(['Whole row']);
      await media.deleteBlock({ savedBlockId: row.id }).orThrow();
      expect(await other.written()).toContain('Dear <b>you</b>');
    },
  },
  {
    routes: ['POST /mailings/:id/blocks'],
    title: 'a block with a condition goes to the contacts that it is for, and to no others',
    async judge(world) {
      const { page, press, service, sink } = world;
      const { contacts, mailings } = service.client;
      const { mailingid, at } = await createMailing(world);
      const set = async (path: string, [field, comparison, value]: readonly [string, string, string]) =>
        press(at, at, {
          ...(await cardOf(world, at, path)),
          'if-field': field,
          'if-comparison': comparison,
          'if-value': value,
          do: 'condition',
        });
      const refused = await set('0.0.1', ['CITY', 'is', '{{ x }}']);
      expect(textOf(refused.html)).toContain('This condition cannot be set');
      await set('0.0.1', ['CITY', 'is', 'Bonn']);
      await set('0.0.2', ['CITY', 'empty', '']);
      const list = textOf(await page(at));
      expect(list).toContain('Text Hello friend 2 of 4 If City is “Bonn”');
      expect(list).toContain('If City has no value');
      const typed = { ...(await cardOf(world, at, '0.0.1')), 'value-text': 'Only [[CONTACT|CITY]]' };
      expect(typed).toMatchObject({ 'if-field': 'CITY', 'if-comparison': 'is', 'if-value': 'Bonn' });
      await press(at, at, typed);
      await press(at, at, { ...(await cardOf(world, at, '0.0.1')), do: 'up' });

      const people = { bonn: 'Bonn', rome: 'Rome', none: null } as const;
      const ids = new Map<string, number>();
      for (const [name, value] of Object.entries(people)) {
        const body = { standard_fields: [{ name: 'CITY' as const, value }] };
        const email = `condition-${name}@truth.example`;
        ids.set(name, Number(await contacts.createByEmail({ email, permission: 5, body }).orThrow()));
      }
      const shown = async (name: string) => {
        const html = await mailings.preview({ mailingid, body: { contact_id: ids.get(name)! } }).orThrow();
        return [html.includes('Only Bonn'), html.includes('garden.example'), /\{%|%\}/.test(html)];
      };
      expect(await shown('bonn')).toEqual([true, false, false]);
      expect(await shown('rome')).toEqual([false, false, false]);
      expect(await shown('none')).toEqual([false, true, false]);

      await mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
      await service.client.regularMailings
        .setTargetGroup({ mailingid, body: await service.groupId('regular') })
        .orThrow();
      await mailings.sendNow({ mailingid }).orThrow();
      for (const [name, wanted] of [
        ['bonn', 'Only Bonn'],
        ['rome', 'Spring'],
        ['none', 'Go'],
      ] as const) {
        const mail = (await sink.mailTo(`condition-${name}@truth.example`)).email.html!;
        expect(mail).toContain(wanted);
        expect(mail.includes('Only Bonn')).toBe(name === 'bonn');
        expect(mail).not.toContain('{%');
      }
    },
  },
  {
    routes: ['POST /mailings/:id/blocks'],
    title: 'what others have changed meanwhile is asked about or said, and nothing is lost',
    async judge(world) {
      const { press } = world;
      const { mailings, mailingid, at, written } = await createMailing(world);
      const change = async (before: string, after: string) =>
        mailings.setMjml({ mailingid, body: (await written()).replace(before, after) }).orThrow();
      const text = await cardOf(world, at, '0.0.1');

      // Another block: both stay.
      await change('Spring', 'Theirs');
      await press(at, at, { ...text, 'value-text': 'Mine' });
      expect(await written()).toBe(
        mjml.replace('Spring', 'Theirs').replace('Hello [[CONTACT|FIRSTNAME|friend]]', 'Mine'),
      );

      // A block before it: it is found where it is now.
      const moved = await cardOf(world, at, '0.0.1');
      await change('<mj-text><h1', '<mj-divider /><mj-text><h1');
      await press(at, at, { ...moved, 'value-text': 'Still mine' });
      expect(await written()).toContain('<mj-text color="#123456">Still mine</mj-text>');

      // The same words: the two are shown.
      const same = await cardOf(world, at, '0.0.2');
      await change('Still mine', 'Theirs too');
      const asked = await press(at, at, { ...same, 'value-text': 'Mine again' });
      expect(textOf(asked.html)).toContain('While you were writing, changes were saved');
      for (const side of ['Theirs too', 'Mine again']) expect(textOf(asked.html)).toContain(side);
      expect(await written()).toContain('Theirs too');
      await press(at, at, { ...fieldsOf(asked.html, at), keep: 'mine' });
      expect(await written()).toContain('Mine again');

      // A block that is gone: what was typed can be copied.
      const gone = await cardOf(world, at, '0.0.3');
      await change('<mj-button href="https://garden.example/">Go</mj-button>', '');
      const before = await written();
      const answer = await press(at, at, { ...gone, 'value-text': 'Typed for nothing' });
      expect(textOf(answer.html)).toContain('the blocks were changed by somebody else');
      expect(textOf(answer.html)).toContain('Typed for nothing');
      expect(await written()).toBe(before);

      // A step is not taken back over what others have done.
      const done = await press(at, at, { ...(await cardOf(world, at, '0.0.1')), do: 'remove' });
      const back = fieldsOf(done.html, `${at}#blocks`, 'value="undo"');
      await change('Mine again', 'Theirs at last');
      const refused = await press(at, at, { ...back, do: 'undo' });
      expect(textOf(refused.html)).toContain('the blocks were changed by somebody else');
      expect(await written()).toContain('Theirs at last');
    },
  },
  {
    routes: ['GET /mailings/:id/blocks', 'POST /mailings/:id/blocks'],
    title: 'what cannot be stored is refused with the reason, and stays in the form',
    async judge(world) {
      const { page, press } = world;
      const { mailings, mailingid, own, at, written } = await createMailing(world);
      const before = await written();
      const refuse = async (path: string, typed: Record<string, string>, reason: string) => {
        const answer = await press(at, at, { ...(await cardOf(world, at, path)), ...typed });
        expect(textOf(answer.html)).toContain(reason);
        expect(fieldsOf(answer.html, at)).toMatchObject(typed);
        expect(await written()).toBe(before);
      };
      await refuse('0.0.2', { 'value-href': 'javascript:alert(1)' }, 'is no address of a link');
      await refuse('0.0.1', { 'value-text': '[a](vbscript:x)' }, 'is no address of a link');
      await refuse('0.0.2', { 'value-color': 'x"><script>' }, 'is no color');
      await refuse('0.0.3', { 'value-source': '<mj-text>A</mj-column>' }, 'mj-text');
      await refuse('0.0.1', { 'value-text': 'a '.repeat(300_000) }, 'too long to be shown as blocks');
      const inserted = await press(at, at, {
        ...(await cardOf(world, at, '0.0.1')),
        tag: 'CONTACT|LASTNAME',
        fallback: 'x]]<b>',
        do: 'insert',
      });
      expect(fieldsOf(inserted.html, at)['value-text']).toBe(
        'Hello [[CONTACT|FIRSTNAME|friend]] [[CONTACT|LASTNAME|xb]]',
      );
      expect(await written()).toBe(before);

      // Words that were typed elsewhere are not thrown away by a change here.
      const typed = fieldsOf(await page(`${own}/edit`), `${own}/edit`);
      await press(`${own}/edit`, `${own}/autosave`, { ...typed, subject: 'Half a subj' });
      await refuse('0.0.1', { 'value-text': 'Later' }, 'in the editor of the MJML that are not saved');
      expect((await mailings.listRevisions({ mailingid }).orThrow()).map(({ kind }) => kind)).toContain('autosaved');

      const long = await createMailing(
        world,
        `<mjml><mj-body>${'<mj-section></mj-section>'.repeat(1001)}</mj-body></mjml>`,
      );
      expect(textOf(await page(long.at))).toContain('too long to be shown as blocks');
      const none = await createMailing(world, '');
      const fresh = fieldsOf(await page(none.at), `${none.at}#blocks`);
      const begun = await press(none.at, none.at, { ...fresh, do: 'begin' });
      expect(textOf(begun.html)).toContain('Unsubscribe from the newsletter');
      expect(await none.written()).toContain('[[LINK|UNSUBSCRIBE]]');
      expect(textOf(await page(own))).toContain('Edit as blocks');
    },
  },
];

import type { Option } from '../../components/forms.ts';
import type { Visit } from '../../web/routes.ts';
import { readMailing } from '../mailing-names.ts';
import { defaultKey } from '../mailings/dispatching.ts';

/** Confirmation mailings as a form can have them. */
interface Confirmations {
  options: Option[];
  /** Key of the mailing that a new form has: the usual one, else the latest that is active. */
  usual: string;
}

/** Confirmation mailings of the account by their keys, for the settings of a form; a key that no mailing has stays. */
export async function confirmationMailings({ client, say }: Visit, chosen = ''): Promise<Confirmations> {
  const { items } = await client.mailings
    .listByTypes({ types: ['doi'], fields: ['name', 'state', 'type'], orderBy: 'id', order: 'DESC', page_size: 100 })
    .orThrow();
  const keyed = await Promise.all(
    items.map(async ({ id, fields }) => {
      const key = await client.doubleOptInMailings.getDoiKey({ mailingid: id });
      return { ...readMailing(id, fields), key: key.ok ? (key.data ?? '') : '' };
    }),
  );
  const label = ({ name, state }: { name: string; state: string }) =>
    state === 'released' ? name : say('{name} (not active)', { name });
  const usual = keyed.find(({ key }) => key === defaultKey);
  const others = keyed.filter(({ key }) => key !== '' && key !== defaultKey);
  const known = ['', ...others.map(({ key }) => key)];
  const active = others.find(({ state }) => state === 'released');
  const options: Option[] = [
    ['', usual === undefined ? say('The one with the key “default”, which does not exist yet') : label(usual)],
    ...others.map((mailing): Option => [mailing.key, label(mailing)]),
    ...(known.includes(chosen) ? [] : [[chosen, say('The one with the key “{key}”', { key: chosen })] as const]),
  ];
  return { options, usual: usual === undefined ? (active?.key ?? '') : '' };
}

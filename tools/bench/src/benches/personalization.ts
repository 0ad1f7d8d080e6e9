import { compileTemplate, render } from '../../../../packages/service/src/templates/personalization/compile.ts';
import { alternate, type Figure } from '../bench.ts';

const rounds = 7;
const times = 20_000;
const tags = 20;
const paragraph = 'Spring has come, and with it the news. '.repeat(13);
const names = Array.from({ length: 1000 }, (_, number) => `Person ${number}`);

/** Filling a body of 10 KB with 20 tags for a recipient, against joining the same pieces and values. */
export async function personalizationBench(): Promise<Figure[]> {
  const html = `${`<p>[[CONTACT|FIRSTNAME|friend]]</p><p>${paragraph}</p>`.repeat(tags)}<p>Yours</p>`;
  const template = compileTemplate<{ name: string }>(
    html,
    'html',
    () =>
      ({ name }) =>
        name,
  );
  const pieces = html.split('[[CONTACT|FIRSTNAME|friend]]');
  const joined = (name: string) => {
    let text = pieces[0]!;
    for (let at = 1; at < pieces.length; at++) text += name + pieces[at]!;
    return text;
  };
  let bytes = 0;
  // Both are made into bytes, as a mail is: a string alone is not put together before somebody reads it.
  const rateOf = (fill: (name: string) => string) => () => {
    const start = performance.now();
    for (let time = 0; time < times; time++) bytes += Buffer.from(fill(names[time % names.length]!)).length;
    return times / ((performance.now() - start) / 1000);
  };
  const subject = rateOf((name) => render(template, { name }));
  const figures = await alternate(rounds, subject, rateOf(joined));
  const { ratio, subject: rate, baseline } = figures;
  if (bytes === 0) throw new Error('Nothing was filled.');
  const detail = `${rate.toFixed(0)} bodies/s against ${baseline.toFixed(0)}, ${Math.round(html.length / 1024)} KB, ${tags} tags`;
  return [{ name: 'personalization', ratio, target: { bound: 'at least', value: 0.5 }, detail }];
}

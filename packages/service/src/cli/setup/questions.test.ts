import { expect, test } from 'vitest';
import { askQuestion, questions } from './questions.ts';

const ask = async (name: string, answers: string[]) => {
  const asked: string[] = [];
  const told: string[] = [];
  const say = async (text: string) => {
    asked.push(text);
    return answers.shift()!;
  };
  const question = questions.find((each) => each.name === name)!;
  return { answer: await askQuestion(say, question, (line) => told.push(line)), asked, told };
};

test('there are six', () => {
  expect(questions.map(({ name }) => name)).toEqual(['domain', 'email', 'tls', 'database', 'relay', 'name']);
});

test('an answer that cannot be used is asked for again', async () => {
  const { answer, asked, told } = await ask('domain', ['localhost', '', 'News.example.com']);
  expect([answer, asked.length]).toEqual(['news.example.com', 3]);
  expect(told[0]).toBe('It must be the name of a host, such as news.example.com.');
});

test.each([
  ['tls', '', 'acme'],
  ['tls', 'proxy', 'proxy'],
  ['database', '', 'embedded'],
  ['relay', '', 'none'],
  ['name', '', 'Main'],
])('%s: %j is %s', async (name, text, wanted) => {
  expect((await ask(name, [text])).answer).toBe(wanted);
});

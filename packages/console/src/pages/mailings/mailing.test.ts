import { expect, test } from 'vitest';
import { missing } from './mailing.ts';

const whole = {
  name: 'A',
  subject: 'S',
  preview: '',
  sender: 'a@b.example',
  alias: '',
  group: '2',
  html: '',
  mjml: '',
  text: 'x',
};

test.each([
  [{}, []],
  [{ text: '' }, ['contents']],
  [{ sender: '', group: '' }, ['a sender address', 'a target group']],
])('with %j, a mailing needs %j', (change, needs) => {
  expect(missing({ ...whole, ...change })).toEqual(needs);
});

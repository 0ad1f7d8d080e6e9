import { expect, test } from 'vitest';
import { publicOrigin } from './options.ts';

test.each([
  ['https://news.example.com', 'https://news.example.com'],
  ['https://news.example.com/', 'https://news.example.com'],
  ['https://News.Example.com:8443', 'https://news.example.com:8443'],
])('the public URL %s is %s', (text, wanted) => {
  expect(publicOrigin(text)).toBe(wanted);
});

test.each([
  ['http://news.example.com', 'It must start with https://'],
  ['news.example.com', 'It must start with https://'],
  ['https://shop.example.com/news', 'such as https://shop.example.com: the service does not work below a path'],
  ['https://shop.example.com/?a', 'a host and a port only'],
  ['https://ada@shop.example.com', 'a host and a port only'],
])('the public URL %s is refused', (text, message) => {
  expect(() => publicOrigin(text)).toThrow(message);
});

import { expect, test } from 'vitest';
import { newSecret, secretText, signedHeaders } from './signature.ts';

test('the example of the Standard Webhooks specification', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const at = new Date(1_614_265_330_000);
  expect(signedHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('secrets differ, and are shown in base64 with their prefix', () => {
  const [one, two] = [secretText(newSecret()), secretText(newSecret())];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(two).not.toBe(one);
});

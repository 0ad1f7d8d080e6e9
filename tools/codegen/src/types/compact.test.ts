import { expect, test } from 'vitest';
import { compact } from './compact.ts';

const text = `A: {
    /** @description About b */
    b: "/** x */" | "y";
    c: {
        d?: string;
    };
};`;

test.each([
  [8, text],
  [6, 'A: {\n    b: "/** x */" | "y";\n    c: {\n        d?: string;\n    };\n};'],
  [5, 'A: { b: "/** x */" | "y"; c: { d?: string; }; };'],
])('in %i lines', (limit, wanted) => {
  expect(compact({ name: 'A', text }, limit).text).toBe(wanted);
});

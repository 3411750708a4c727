import { expect, it } from 'vitest';
import { parseForm } from './form.ts';

it('reads nested keys, and lists with and without numbers, in their order', () => {
  const form = parseForm('a=1&b[c]=2&b[d][e]=3&items[0][price]=p&items[1][price]=q&expand[]=x&expand[]=y');
  expect(form).toEqual({
    a: '1',
    b: { c: '2', d: { e: '3' } },
    items: [{ price: 'p' }, { price: 'q' }],
    expand: ['x', 'y'],
  });
});

it('takes no key that would change every object', () => {
  expect(parseForm('__proto__[admin]=yes&a=1')).toEqual({ a: '1' });
  expect({}).not.toHaveProperty('admin');
});

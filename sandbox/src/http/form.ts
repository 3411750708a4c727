/** A decoded form: text values, and objects or lists where the keys had brackets. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** Parses `a=1&b[c]=2&d[0]=3&e[]=4`, the way Stripe's clients encode nested parameters. */
export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [key, value] of new URLSearchParams(text)) assign(root, pathOf(key), value);
  return listify(root) as Form;
}

function pathOf(key: string): string[] {
  const head = key.split('[', 1)[0] ?? '';
  const rest = [...key.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  return [head, ...rest];
}

function assign(root: Form, path: readonly string[], value: string): void {
  if (path.includes('__proto__')) return;
  let node = root;
  path.forEach((part, index) => {
    const key = part === '' ? String(Object.keys(node).length) : part;
    if (index === path.length - 1) {
      node[key] = value;
      return;
    }
    const next = node[key];
    if (typeof next === 'object' && !Array.isArray(next)) node = next;
    else {
      const made: Form = {};
      node[key] = made;
      node = made;
    }
  });
}

function listify(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
  if (isList)
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => listify(value[key] as FormValue));
  return Object.fromEntries(keys.map((key) => [key, listify(value[key] as FormValue)]));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  version?: string;
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

const file = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
const packages = (JSON.parse(file) as { packages: Record<string, Entry> }).packages;

describe('the lockfile', () => {
  it('names the packages of every platform, without which npm ci refuses to begin', () => {
    const missing = Object.entries(packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('ties nobody to one registry', () => {
    const tied = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link);
    expect(tied).toEqual([]);
  });
});

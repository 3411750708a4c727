import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, featureCircles, REPORT, unread } from './lib/boundaries.mjs';
import { ROOT } from './lib/paths.mjs';

// npm run boundaries: lists imports that break the rules of .dependency-cruiser.mjs, and what to do instead.
const text = await cruise(ROOT);
const { modules, summary } = JSON.parse(text);
mkdirSync(dirname(REPORT), { recursive: true });
writeFileSync(REPORT, text);
const printer = join(ROOT, 'node_modules/dependency-cruiser/bin/depcruise-fmt.mjs');
spawnSync(process.execPath, [printer, '--output-type', 'err-long', REPORT], { stdio: 'inherit' });
const missed = unread(modules);
if (missed.length > 0) console.error(`Nothing was read of ${missed.join(', ')}.`);
const circles = featureCircles(modules);
for (const arrow of circles)
  console.error(
    `Features form a circle: ${arrow}. Move what both need into a lower feature, or hand it in by compose.ts.`,
  );
process.exitCode = summary.error + missed.length + circles.length > 0 ? 1 : 0;

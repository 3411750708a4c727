// The one check that must run on any Node at all, so nothing newer is imported before it.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Drumbeat needs Node 20 or newer, and this is ${process.version}. Install it from nodejs.org.`,
  );
  process.exit(1);
}
const { startDevelopment } = await import('./lib/start-development.mjs');
await startDevelopment();

// This check must run on any Node version, so nothing that needs a newer one is imported before it.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Drumbeat needs Node 20 or newer, and this is ${process.version}. Install it from nodejs.org.`,
  );
  process.exit(1);
}
const { startProduct } = await import('./lib/start-product.mjs');
await startProduct();

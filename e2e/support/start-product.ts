import { runProduct } from './run-product.ts';

/** Runs the product once for all journeys that share it: global set-up and tear-down. */
async function startProduct(): Promise<() => Promise<void>> {
  const product = await runProduct();
  process.env.PRODUCT_URL = product.url;
  process.env.PRODUCT_DATA_DIR = product.dataDir;
  process.env.SANDBOX_URL = product.sandboxUrl;
  return () => product.stop();
}

export default startProduct;

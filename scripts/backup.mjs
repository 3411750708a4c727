import { runErrand } from './lib/run-errand.mjs';

// npm run backup -- FOLDER: backs up the embedded database, whether or not the product is running.
runErrand('backup');

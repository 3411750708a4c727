import { runErrand } from './lib/run-errand.mjs';

// npm run backup -- FOLDER: copies the embedded database, with the product running or not.
runErrand('backup');

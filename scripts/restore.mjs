import { runErrand } from './lib/run-errand.mjs';

// npm run restore -- FOLDER: fills an empty DATA_DIR with a backup.
runErrand('restore');

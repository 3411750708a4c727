import { runErrand } from './lib/run-errand.mjs';

// npm run restore -- FOLDER: restores a backup into an empty DATA_DIR.
runErrand('restore');

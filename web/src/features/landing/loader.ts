/** How long the landing page shows a spinner, measured from the start of the navigation (LAND-02). */
export const LOADER_MS = 1000;

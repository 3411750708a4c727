/** For so long after the start of the navigation the landing page shows a spinner (LAND-02). */
export const LOADER_MS = 1000;

/** The house's arrows. Each message says what to do instead; ARCHITECTURE.md says why. */

const TEST = '\\.(test|fixture)\\.tsx?$|(^|/)test/|^e2e/|^scripts/|^web/src/testing/';
const FEATURES = '^server/src/features';
const WEB_FEATURES = '^web/src/features';

/**
 * @param {string} name
 * @param {string} comment What to do instead.
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function forbid(name, comment, from, to) {
  return { name, severity: 'error', comment, from, to };
}

const workspaces = [
  forbid(
    'contract-stands-alone',
    'The contract is the truth that the others share: it imports only itself. Move what you need into contract/.',
    { path: '^contract/' },
    { path: '^(server|web|sandbox|e2e|bench|scripts)/' },
  ),
  forbid(
    'web-knows-only-the-contract',
    'The browser talks to the server over HTTP: call it through web/src/api and take types from contract/.',
    { path: '^web/' },
    { path: '^(server|sandbox|e2e|bench|scripts)/' },
  ),
  forbid(
    'sandbox-knows-nothing-of-us',
    "The sandbox plays the providers: it may know their protocols, never our code. Only its tests may use the server's clients.",
    { path: '^sandbox/', pathNot: TEST },
    { path: '^(server|web|contract|e2e|bench|scripts)/' },
  ),
  forbid(
    'server-knows-no-web-or-sandbox',
    'The server reaches the sandbox by base URL and the web app as files in web/dist; only tests may import them.',
    { path: '^server/', pathNot: TEST },
    { path: '^(web|sandbox|e2e|bench|scripts)/' },
  ),
  forbid(
    'journeys-see-what-a-person-sees',
    'Journeys drive the running product: through the browser, or with the types of contract/.',
    { path: '^e2e/' },
    { path: '^(server|web|sandbox|bench)/' },
  ),
  forbid(
    'chaos-judges-from-outside',
    'Chaos holds the product to its processes, its API and its tables: what it shared with the engine it could not judge.',
    { path: '^bench/chaos/' },
    { path: '^(contract|web|sandbox|e2e|scripts)/|^server/src/(?!platform/)' },
  ),
];

const layers = [
  forbid(
    'rules-are-pure',
    'Rules take data and `now` and return data. Pass in what they need; do the I/O in the use case.',
    { path: '\\.rules\\.ts$' },
    {
      pathNot: [
        '\\.(rules|strings|types)\\.ts$',
        // Lists of words.
        '\\.json$',
        '^contract/src/',
        '^web/src/api/errors\\.ts$',
        '^web/src/ui/time/time\\.ts$',
        // Pure libraries: text or time in, text or time out.
        'node_modules/(temporal-polyfill|csv-parse|csv-stringify|ical-generator|franc-min|obscenity|naughty-words)/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'tables-belong-to-their-store',
    "Only a feature's own store reads or writes its tables: call the feature's use case, or add a function to its store.",
    {
      path: '^server/src/',
      pathNot: [TEST, `${FEATURES}/.+\\.(store|queries|tables|types)\\.ts$`],
    },
    { path: '\\.tables\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'store-only-from-use-cases',
    'A route, a job or a view calls a use case; the use case calls the store.',
    { path: `${FEATURES}/.*\\.(routes|jobs|feature|view|rules|tables)\\.ts$` },
    { path: '\\.store\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'arrows-never-run-back',
    'Route or job → use case → rules, store, provider. What a store needs to know is passed to it as data.',
    { path: `${FEATURES}/.*\\.(store|tables|view|rules)\\.ts$` },
    { path: `${FEATURES}/`, pathNot: '\\.(store|tables|view|rules|types)\\.ts$|\\.json$' },
  ),
  forbid(
    'entries-are-only-composed',
    "Routes and jobs are entries from outside: a feature's .feature.ts hands them to compose.ts. Call the use case instead.",
    { path: '^server/src/.+/', pathNot: [TEST, '\\.(routes|feature)\\.ts$'] },
    { path: '\\.(routes|jobs|feature)\\.ts$' },
  ),
  forbid(
    'entries-call-no-provider',
    'A route or a job hands its input to a use case; the use case calls the provider.',
    { path: `${FEATURES}/.*\\.(routes|jobs|feature|view|store|tables)\\.ts$` },
    { path: '^server/src/providers/' },
  ),
  forbid(
    'features-meet-at-use-cases',
    "Another feature's store, tables, routes, jobs and views are its own business: import one of its use cases.",
    { path: `${FEATURES}/([^/]+)/`, pathNot: TEST },
    {
      path: `${FEATURES}/([^/]+)/.*\\.(store|tables|routes|jobs|view|feature)\\.ts$`,
      pathNot: [`${FEATURES}/$1/`, `${FEATURES}/post/post\\.tables\\.ts$`],
    },
  ),
  forbid(
    'queries-stay-at-home',
    "A .queries.ts file answers from its own feature's store or tables: what needs another feature is a use case of its own.",
    { path: `${FEATURES}/([^/]+)/.*\\.queries\\.ts$` },
    {
      path: `${FEATURES}/`,
      pathNot: `${FEATURES}/$1/.*\\.(store|tables|rules|types|view|deps|errors)\\.ts$`,
    },
  ),
  forbid(
    'audit-is-the-lowest',
    'Every feature writes to the audit log, so it knows none of them: pass it what it must record.',
    { path: `${FEATURES}/audit/`, pathNot: TEST },
    { path: `${FEATURES}/(?!audit/)` },
  ),
  forbid(
    'users-know-only-audit',
    'Users stand below what people own: join their view in user-view/, or let the higher feature call users.',
    { path: `${FEATURES}/users/`, pathNot: TEST },
    { path: `${FEATURES}/(?!(users|audit)/)` },
  ),
  forbid(
    'billing-knows-who-pays-not-for-what',
    'Accounts, posts and publishing stand above billing: they ask getBilling or requireNotCanceled, or compose.ts hands billing a function.',
    { path: `${FEATURES}/billing/`, pathNot: TEST },
    { path: `${FEATURES}/(?!(billing|users|audit|emails|figures)/)` },
  ),
  forbid(
    'post-is-low',
    'What a post is, everything about posts builds on: put what people do with posts into posts/ or above.',
    { path: `${FEATURES}/post/`, pathNot: TEST },
    { path: `${FEATURES}/(?!post/)` },
  ),
  forbid(
    'admin-is-the-highest',
    'Admin looks at all features: what another needs of it belongs lower. Only compose.ts mounts its routes.',
    { path: '^server/src/.+/', pathNot: [TEST, `${FEATURES}/admin/`] },
    { path: `${FEATURES}/admin/` },
  ),
  forbid(
    'providers-are-built-in-one-place',
    'compose.ts builds providers: take one as a parameter. Its words (x/x.ts) and limits (x/x.rules.ts) are yours to use.',
    { path: `${FEATURES}/`, pathNot: TEST },
    {
      path: '^server/src/providers/',
      pathNot: '^server/src/providers/([^/]+)/\\1(\\.rules)?\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'providers-know-no-feature',
    "A provider speaks one outside service's language in our words: the feature calls it, never the other way.",
    { path: '^server/src/providers/', pathNot: TEST },
    { path: `${FEATURES}/` },
  ),
  forbid(
    'platform-stands-below',
    'The platform serves every feature and knows none: pass it what differs.',
    { path: '^server/src/platform/', pathNot: TEST },
    { path: '^server/src/(features|providers)/' },
  ),
  forbid(
    'nobody-reaches-up',
    'main.ts, compose.ts and config.ts are the top: take a slice as a parameter, or only its type.',
    { path: '^server/src/.+/', pathNot: TEST },
    { path: '^server/src/[^/]+\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
];

const web = [
  forbid(
    'ui-knows-no-product',
    'web/src/ui is for primitives that would fit any product: pass data and callbacks in.',
    { path: '^web/src/ui/', pathNot: TEST },
    { path: '^web/src/(features|api|app|base)/|^contract/' },
  ),
  forbid(
    'web-api-stands-below-screens',
    'web/src/api turns the contract into calls; screens use it, never the other way.',
    { path: '^web/src/api/', pathNot: TEST },
    { path: '^web/src/(features|ui|app)/' },
  ),
  forbid(
    'screens-know-no-app',
    'web/src/app is the top: it puts the screens together. Paths and what else all share is in web/src/base.',
    { path: `${WEB_FEATURES}/`, pathNot: TEST },
    { path: '^web/src/app/' },
  ),
  forbid(
    'base-stands-below-all',
    'web/src/base is the ground floor of the browser app: it imports nothing of ours. Pass in what it needs.',
    { path: '^web/src/base/', pathNot: TEST },
    { path: '^web/src/(?!base/)|^contract/' },
  ),
  forbid(
    'screens-stay-apart',
    "A feature may use another's hooks and components, never its pages.",
    { path: `${WEB_FEATURES}/([^/]+)/`, pathNot: TEST },
    {
      path: `${WEB_FEATURES}/([^/]+)/.*(-page|\\.page|Page)\\.tsx$`,
      pathNot: `${WEB_FEATURES}/$1/`,
    },
  ),
];

const everywhere = [
  forbid('no-cycles', 'Two files that need each other are one, or need a third.', {}, { circular: true }),
  forbid(
    'no-test-in-the-product',
    'Test helpers stay in tests: move what the product needs into a source file.',
    { path: '^(contract|server|web|sandbox)/src/', pathNot: TEST },
    { path: TEST },
  ),
  forbid(
    'no-unresolvable',
    'This import leads nowhere: correct the path, or install the package.',
    { pathNot: '^web/' },
    { couldNotResolve: true },
  ),
  forbid(
    'declared-packages-only',
    "Add the package to this workspace's own package.json: hoisting finds it today and not tomorrow.",
    { path: '^(contract|server|web|sandbox|e2e|bench)/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'no-dev-packages-in-production',
    'What builds or runs the product must be in `dependencies`: npm start installs nothing else.',
    {
      path: '^((contract|server|web|sandbox)/src|web/build)/|^(server/build\\.mjs|web/vite\\.config\\.ts)$',
      pathNot: TEST,
    },
    {
      dependencyTypes: ['npm-dev'],
      // A package that the root lists for scripts too is of both types.
      dependencyTypesNot: ['type-only', 'npm'],
      pathNot: 'node_modules/@types/',
    },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration & { forbidden: import('dependency-cruiser').IForbiddenRuleType[] }} */
export default {
  forbidden: [...workspaces, ...layers, ...web, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/(dist|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};

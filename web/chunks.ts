/**
 * Which chunk a module goes to. A file of its own for each module that two screens share costs a first visit 30 kB:
 * small files compress badly. So what is shared is gathered by the first visit that needs it: every visit reads `base`,
 * then each takes `app`, `controls` and `workplace` as far as it goes, and staff take `console`. What is left to automatic splitting gets null.
 */
type Modules = {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null;
};

const react = /node_modules\/(react|react-dom|scheduler)\//;
const router = /node_modules\/(react-router|@tanstack)\//;
const bundler = /vite\/preload-helper/;
const icons = /node_modules\/lucide-react\//;

/** Parts of Mantine; its index imports everything, so that importers tell nothing. */
const mantine: readonly [name: string, test: RegExp][] = [
  [
    'controls',
    /@mantine\/core\/esm\/(core|components\/(ActionIcon|Button|Checkbox|CloseButton|InlineInput|Input|InputBase|Loader|PasswordInput|TextInput|UnstyledButton))\//,
  ],
  [
    'workplace',
    /@mantine\/core\/esm\/components\/(Combobox\/ComboboxChevron|FloatingIndicator|NativeSelect|SegmentedControl|Switch)\//,
  ],
  [
    'layers',
    /@floating-ui\/|@mantine\/(hooks\/esm\/use-(click-outside|focus)|core\/esm\/components\/(FocusTrap|Overlay|Portal|Transition)\/)/,
  ],
  ['menus', /@mantine\/core\/esm\/(utils\/Floating|components\/(Accordion|Menu|Popover|Radio|Tooltip))\//],
  [
    'dialog',
    /node_modules\/(react-remove-scroll|use-sidecar)|@mantine\/core\/esm\/components\/(Modal|ModalBase|ScrollArea)\//,
  ],
];

/** The first chunk that a visit to any of these reads; the first line that fits counts. */
const visits: readonly [name: string, entries: RegExp][] = [
  ['base', /index\.html$|\/start-landing\.tsx$/],
  ['app', /\/(start-app|NotFound|landing\.route|(maintenance|verify-email)\.page)\.tsx$/],
  ['controls', /\/(ControlsLayout|auth\.page)\.tsx$/],
  ['workplace', /\/(Shell|dashboard\.page)\.tsx$/],
  ['console', /\/(admin|customer)\.page\.tsx$/],
];

/** Its two entries share it; nobody else needs it. */
const landing = /\/(start-landing|landing\.route)\.tsx$/;

/** The entries and lazily loaded modules from which a module is reached by static imports alone. */
function entriesOf(id: string, modules: Modules): string[] {
  const found: string[] = [];
  const seen = new Set([id]);
  for (const each of seen) {
    const info = modules.getModuleInfo(each);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) found.push(each);
    for (const importer of info.importers) seen.add(importer);
  }
  return found;
}

function sharedChunk(id: string, modules: Modules): string | null {
  const part = mantine.find(([, test]) => test.test(id));
  if (part) return part[0];
  if (bundler.test(id)) return 'base';
  if (!/\/(web|contract)\/src\//.test(id)) return null;
  const entries = entriesOf(id, modules);
  if (entries.length === 1 || entries.every((entry) => landing.test(entry))) return null;
  return visits.find(([, test]) => entries.some((entry) => test.test(entry)))?.[0] ?? null;
}

/** In this order, because a group takes along what its modules import unless an earlier group has it. */
const shared = ['base', 'app', 'controls', 'workplace', 'console', 'layers', 'menus', 'dialog'];

export const chunkGroups = [
  { name: 'react', test: react, priority: 9 },
  { name: 'router', test: router, priority: 8 },
  { name: 'icons', test: icons, minShareCount: 2, priority: 7 },
  ...shared.map((name, index) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (sharedChunk(id, modules) === name ? name : null),
    priority: shared.length - index,
  })),
];

/**
 * Which chunk a module goes to. A separate file for each module that two screens share would cost a first visit 30 kB,
 * because small files compress badly. So shared modules are grouped by the first visit that needs them: `app` for the
 * entry, then `controls`, `workplace` and `layers`, each for screens further in, and `console` for staff only. The bundler
 * splits the rest.
 */
type Modules = {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null;
};

/** Packages that every screen but the landing page needs, and that seldom change. */
const vendor = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//;
const bundler = /vite\/preload-helper/;
/** Modules that are grouped by the screens that share them. */
const ours = /\/(web|contract)\/src\/|node_modules\/lucide-react\//;

/** Packages and our dialogs, by name: Mantine's index imports everything, so its importers say nothing. */
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
    /@floating-ui\/|node_modules\/(@mantine\/store|react-remove-scroll|use-sidecar|zod)|@mantine\/(hooks\/esm\/use-(click-outside|focus)|core\/esm\/components\/(FocusTrap|Modal|ModalBase|Overlay|Portal|ScrollArea|Textarea|Transition)\/)|\/web\/src\/ui\/(Confirm|Form)?Dialog\./,
  ],
  ['menus', /@mantine\/core\/esm\/(utils\/Floating|components\/(Accordion|Menu|Popover|Radio|Tooltip))\//],
];

/** The chunk of modules that these screens share with others; the first matching line counts. */
const visits: readonly [name: string, entries: RegExp][] = [
  ['app', /\/(main|NotFound|landing\.route|(maintenance|verify-email)\.page)\.tsx$/],
  ['controls', /\/(ControlsLayout|auth\.page)\.tsx$/],
  ['workplace', /\/(SignUpForm|Shell|dashboard\.page)\.tsx$/],
  ['layers', /\/(products|settings)\.page\.tsx$/],
];

/** Modules that are only ever loaded with the named chunk, so they are merged into it. */
const parts: readonly [name: string, entry: RegExp][] = [
  ['controls', /\/ControlsLayout\.tsx$/],
  ['workplace', /\/Shell\.tsx$/],
];

/** The entry's own chunk is merged with `app`, because a visit always reads both. */
const main = /\/main\.tsx$/;

const staff = /\/(admin|customer)\.page\.tsx$/;

/** The entries and lazily loaded modules from which modules are reached by static imports alone. */
function entriesOf(ids: readonly string[], modules: Modules): string[] {
  const found: string[] = [];
  const seen = new Set(ids);
  for (const each of seen) {
    const info = modules.getModuleInfo(each);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) found.push(each);
    for (const importer of info.importers) seen.add(importer);
  }
  return found;
}

/** Whether a lazily loaded module can only be reached from pages of staff, directly or through other modules. */
function isOfStaff(entry: string, modules: Modules): boolean {
  const seen = new Set([entry]);
  for (const each of seen) {
    if (staff.test(each)) continue;
    const importers = modules.getModuleInfo(each)?.dynamicImporters ?? [];
    if (importers.length === 0) return false;
    for (const importer of entriesOf(importers, modules)) seen.add(importer);
  }
  return true;
}

function sharedChunk(id: string, modules: Modules): string | null {
  const part = mantine.find(([, test]) => test.test(id));
  if (part) return part[0];
  if (bundler.test(id)) return 'app';
  if (!ours.test(id)) return null;
  const whole = parts.find(([, test]) => test.test(id));
  if (whole) return whole[0];
  const entries = entriesOf([id], modules);
  if (entries.length === 1 && !main.test(entries[0] ?? '')) return null;
  const visit = visits.find(([, test]) => entries.some((entry) => test.test(entry)));
  if (visit) return visit[0];
  return entries.every((entry) => isOfStaff(entry, modules)) ? 'console' : null;
}

/** The order matters: a group also takes what its modules import, unless an earlier group has it. */
const shared = ['app', 'controls', 'workplace', 'layers', 'menus', 'console'];

export const chunkGroups = [
  { name: 'vendor', test: vendor, priority: 9 },
  ...shared.map((name, index) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (sharedChunk(id, modules) === name ? name : null),
    priority: shared.length - index,
  })),
];

import type { staffAccess } from '@drumbeat/contract/staff-roles.ts';
import type { ComponentType } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { OverviewSection } from './OverviewSection.tsx';

type Section = {
  id: string;
  title: string;
  /** Whoever may make this call sees the section. */
  call: keyof typeof staffAccess;
  /** Its code is loaded when the section is first opened, except for those open from the start. */
  Content: ComponentType;
};

const waiting = (
  <Skeletons>
    <Skeleton height={32} />
    <Skeleton height={32} />
    <Skeleton height={32} />
  </Skeletons>
);
const lazy = (load: () => Promise<ComponentType>): ComponentType => lazyDialog(load, { waiting });

/** The sections of the console in the specification's order, then costs, which it does not mention. */
export const sections: readonly Section[] = [
  {
    id: 'overview',
    title: 'Overview',
    call: 'GET /api/admin/me/roles',
    // Open from the start, so its code is part of the page.
    Content: OverviewSection,
  },
  {
    id: 'metrics',
    title: 'Business Metrics',
    call: 'GET /api/admin/metrics/summary',
    Content: lazy(async () => (await import('../metrics/MetricsSection.tsx')).MetricsSection),
  },
  {
    id: 'customer',
    title: 'Customer Profile',
    call: 'GET /api/admin/users/:id/overview',
    Content: lazy(async () => (await import('./customer/CustomerSection.tsx')).CustomerSection),
  },
  {
    id: 'users',
    title: 'All Users',
    call: 'GET /api/admin/users/all',
    Content: lazy(async () => (await import('./AllUsersSection.tsx')).AllUsersSection),
  },
  {
    id: 'search',
    title: 'Users',
    call: 'GET /api/admin/users',
    Content: lazy(async () => (await import('./UserSearchSection.tsx')).UserSearchSection),
  },
  {
    id: 'flags',
    title: 'Feature Flags',
    call: 'GET /api/admin/flags',
    Content: lazy(async () => (await import('../flags/FlagsSection.tsx')).FlagsSection),
  },
  {
    id: 'prompts',
    title: 'Prompt Templates',
    call: 'GET /api/admin/prompts',
    Content: lazy(async () => (await import('../prompts/PromptsSection.tsx')).PromptsSection),
  },
  {
    id: 'emails',
    title: 'Email Templates',
    call: 'GET /api/admin/email-templates',
    Content: lazy(async () => (await import('../emails/EmailTemplatesSection.tsx')).EmailTemplatesSection),
  },
  {
    id: 'catalog',
    title: 'Stripe Products & Prices',
    call: 'GET /api/admin/stripe/catalog',
    Content: lazy(async () => (await import('../catalogue/CatalogueSection.tsx')).CatalogueSection),
  },
  {
    id: 'feedback',
    title: 'User Feedback',
    call: 'GET /api/admin/feedback',
    Content: lazy(async () => (await import('../feedback/FeedbackSection.tsx')).FeedbackSection),
  },
  {
    id: 'maintenance',
    title: 'Maintenance Controls',
    call: 'POST /api/maintenance/schedule',
    Content: lazy(async () => (await import('../maintenance/MaintenanceControls.tsx')).MaintenanceControls),
  },
  {
    id: 'audit',
    title: 'Audit Log',
    call: 'GET /api/admin/audit',
    Content: lazy(async () => (await import('../audit/AuditSection.tsx')).AuditSection),
  },
  {
    id: 'niches',
    title: 'Curated Niches',
    call: 'GET /api/admin/niches',
    Content: lazy(async () => (await import('../niches/NichesSection.tsx')).NichesSection),
  },
  {
    id: 'requests',
    title: 'Niche Requests',
    call: 'GET /api/admin/niche-requests',
    Content: lazy(async () => (await import('../niches/NicheRequestsSection.tsx')).NicheRequestsSection),
  },
  {
    id: 'costs',
    title: 'Costs',
    call: 'GET /api/admin/costs',
    Content: lazy(async () => (await import('../costs/CostsSection.tsx')).CostsSection),
  },
];

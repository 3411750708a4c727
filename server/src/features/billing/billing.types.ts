/** A product of the mirror. */
export type PlanProduct = {
  id: string;
  name: string;
  description: string;
  active: boolean;
  metadata: Record<string, string>;
};

/** A recurring price of the mirror. */
export type PlanPrice = {
  id: string;
  productId: string;
  active: boolean;
  /** Cents; 0 means free. */
  unitAmount: number;
  currency: string;
  interval: string;
  lookupKey: string | null;
  trialPeriodDays: number | null;
  metadata: Record<string, string>;
};

/** A price with its product: what a person can subscribe to. */
export type Plan = { product: PlanProduct; price: PlanPrice };

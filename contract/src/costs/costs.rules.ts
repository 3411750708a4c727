/** X's prices for us, in millionths of a dollar. Source: docs.x.com, pay per use, August 2026. */
export const xPrices = {
  post: 15_000,
  post_with_link: 200_000,
  /** Charged once per object and UTC day. */
  post_read: 5_000,
  profile_read: 10_000,
} as const;
export type XCharge = keyof typeof xPrices;

/** What X charges for publishing a post, in millionths of a dollar. */
export function postPrice(hasLink: boolean): number {
  return hasLink ? xPrices.post_with_link : xPrices.post;
}

/** Formats millionths of a dollar: `$0.20`, `$0.015`, `-$12.00`. */
export function formatMicros(micros: number): string {
  return (micros / 1_000_000).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    signDisplay: 'negative',
    maximumFractionDigits: Math.abs(micros) < 1_000_000 ? 3 : 2,
  });
}

/** How many posts with a link a plan allows per cycle, and how many are used. */
export type LinkRoom = { limit: number; used: number };

function postsWithLink(count: number): string {
  return count === 1 ? '1 post with a link' : `${count} posts with a link`;
}

/** Why this many more posts may not have a link, and what to do about it. */
export function linksReached({ limit, used }: LinkRoom, wanted: number): string {
  if (limit === 0)
    return 'Your plan has no posts with a link. Remove the link, or choose a plan that has some.';
  const left = Math.max(0, limit - used);
  const gives = `Your plan has ${postsWithLink(limit)} a cycle`;
  if (left === 0) {
    return `${gives}, and ${limit === 1 ? 'it is' : 'all are'} used. Remove ${wanted > 1 ? 'the links' : 'the link'}, or choose a plan that has more.`;
  }
  return `${gives} and ${left} left, but ${wanted} of these posts have a link. Remove ${wanted - left === 1 ? 'one link' : `${wanted - left} links`}, or choose a plan that has more.`;
}

/** What the links will cost, shown before posts are scheduled; empty if no post has a link. */
export function linkNotice(count: number, { limit, used }: LinkRoom): string {
  if (count === 0) return '';
  const [dear, plain] = [formatMicros(xPrices.post_with_link), formatMicros(xPrices.post)];
  const have = count === 1 ? '1 post has a link' : `${count} posts have a link`;
  const left = limit - used;
  const room =
    left >= count
      ? `uses ${count} of the ${left} left in your plan this cycle`
      : `is more than your plan has left: ${Math.max(0, left)} of ${limit}`;
  return `${have}: X bills ${dear} for ${count === 1 ? 'it' : 'each'} instead of ${plain}, and that ${room}.`;
}

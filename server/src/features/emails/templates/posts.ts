import { button, heading, lines, note, noteWithLink, paragraph } from './blocks.ts';
import { counted, defineTemplate } from './template.ts';

/** Emails about posts and the X accounts that they go to. */
export const postsEmails = {
  posts_failed: defineTemplate(['count', 'list', 'link'], ({ count, list, link }) => ({
    subject: counted(count, 'post did not go out', 'posts did not go out'),
    body: [
      heading(counted(count, 'post did not go out', 'posts did not go out')),
      paragraph('X did not accept what is listed below. Your other posts go out as planned.'),
      lines(list),
      paragraph('Open the dashboard to edit, retry or reschedule a post.'),
      button('See what failed', link),
    ],
  })),
  posts_on_hold: defineTemplate(['why', 'link'], ({ why, link }) => ({
    subject: `Your posts are on hold`,
    body: [
      heading('Your posts are on hold'),
      paragraph(
        `${why} Nothing is lost: your posts stay in the calendar, and those that came due move to the next free times once you are back.`,
      ),
      button('See your subscription', link),
    ],
  })),
  posts_moved: defineTemplate(
    ['count', 'username', 'reason', 'first', 'link'],
    ({ count, username, reason, first, link }) => ({
      subject: counted(
        count,
        `post for @${username} moved to a new time`,
        `posts for @${username} moved to new times`,
      ),
      body: [
        heading(counted(count, 'post has a new time', 'posts have new times')),
        paragraph(
          `${reason} Posts for @${username} that came due in between moved to the next free times, so nothing goes out ` +
            `in a burst. The first is now set for ${first}.`,
        ),
        paragraph('Nothing was lost, and you can still change or move each post.'),
        button('See the calendar', link),
      ],
    }),
  ),
  posts_to_check: defineTemplate(['count', 'username', 'link'], ({ count, username, link }) => ({
    subject: counted(
      count,
      `post for @${username} may be on X already`,
      `posts for @${username} may be on X already`,
    ),
    body: [
      heading(counted(count, 'post needs your review', 'posts need your review')),
      paragraph(
        `We restored our database from a backup. ${counted(count, 'planned post', 'planned posts')} for @${username} ` +
          'may have gone out after that backup: X has the same words with another link.',
      ),
      paragraph(
        'So that nothing goes out twice, we paused what may be a repeat. Compare it with your timeline on X: delete what ' +
          'is already there, and resume the rest. Everything else goes out as planned.',
      ),
      button('See your posts', link),
    ],
  })),
  reconnect_x: defineTemplate(['username', 'link'], ({ username, link }) => ({
    subject: `Reconnect @${username} to keep posting`,
    body: [
      heading(`Reconnect @${username}`),
      paragraph(
        `X has revoked Drumbeat's access to @${username}. Your scheduled posts are on hold and nothing is lost: once ` +
          'you reconnect, posts that came due move to the next free times.',
      ),
      button('Reconnect X', link),
      note(
        "This happens when you remove Drumbeat's access on X, when your X password changes, or when X locks the account.",
      ),
    ],
  })),
  accounts_switched_off: defineTemplate(['usernames', 'active', 'link'], ({ usernames, active, link }) => ({
    subject: 'Your plan has changed, and some X accounts are switched off',
    body: [
      heading('Some X accounts are switched off'),
      paragraph(
        `Your plan now includes fewer active X accounts. Still active: ${active}. Switched off: ${usernames}.`,
      ),
      paragraph(
        'Posts for the accounts that are switched off are on hold, and nothing is lost. A larger plan lets you switch them ' +
          'on again in the account menu of your dashboard.',
      ),
      button('Go to your dashboard', link),
    ],
  })),
  weekly_summary: defineTemplate(
    ['out', 'ahead', 'list', 'link', 'unsubscribe'],
    ({ out, ahead, list, link, unsubscribe }) => ({
      subject: `${counted(out, 'post went out', 'posts went out')}, ${ahead} to come`,
      body: [
        heading(`${counted(out, 'post went out', 'posts went out')} last week, ${ahead} to come this week`),
        lines(list),
        button('See your posts', link),
        noteWithLink('You get this email on Monday mornings. To stop it, open', unsubscribe),
      ],
    }),
  ),
};

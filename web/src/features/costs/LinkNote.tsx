/** What links in posts cost and how many the plan has left; renders nothing if no text has a link. */
import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import styles from './LinkNote.module.css';
import { linkNote, type PlannedText } from './links.rules.ts';

type Props = {
  posts: readonly PlannedText[];
  /** How many of these already count against the plan, for example when editing a post with a link. */
  counted?: number;
};

export function LinkNote({ posts, counted = 0 }: Props) {
  const linked = posts.filter(({ content }) => containsUrl(content));
  const usage = useQuery({ ...queryOf('GET /api/links'), enabled: linked.length > 0, staleTime: 0 });
  const note = usage.data && linkNote(linked, usage.data, counted);
  if (!note) return null;
  return (
    <p className={styles.note} data-over={note.isOver || undefined} role="status">
      {note.text}
    </p>
  );
}

import { useEffect, useState } from 'react';

/**
 * Hides the calendar for its first two frames: FullCalendar first renders empty rows to measure them, then
 * the posts. Until then it only takes up space, so that rows do not grow visibly.
 */
export function useMeasuring(): { 'data-measuring'?: true } {
  const [mark, setMark] = useState<{ 'data-measuring'?: true }>({ 'data-measuring': true });
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMark({}));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return mark;
}

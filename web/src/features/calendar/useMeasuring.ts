import { useEffect, useState } from 'react';

/**
 * Marks the calendar for its first two frames: the grid draws its rows empty once, to measure them, and the posts after
 * that. Until then it keeps its place unseen, so that no row grows before somebody's eyes.
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

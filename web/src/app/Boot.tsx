import { keptMarkup } from '../base/boot-markup.ts';
import { Spinner } from '../ui/Spinner.tsx';

/** What the page's HTML showed, until the first screen is there, so that nothing blinks in between. */
export function Boot() {
  const markup = keptMarkup();
  if (markup === '') return <Spinner now />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own HTML, as the build wrote it
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}

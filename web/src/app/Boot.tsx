import { keptMarkup } from '../base/boot-markup.ts';
import { Spinner } from '../ui/feedback/Spinner.tsx';

/** What the page's HTML showed, kept until the first screen is ready, so that nothing flickers. */
export function Boot() {
  const markup = keptMarkup();
  if (markup === '') return <Spinner now />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own HTML, as the build wrote it
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}

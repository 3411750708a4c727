/** Reads an archive in a worker, so that the page stays responsive: sixty megabytes take a second or two. */
import { archiveProblems, headProblem, type ReadPosts, readArchive } from './archive.rules.ts';

const SLICE_BYTES = 4 * 1_048_576;
const HEAD_BYTES = 300;

/** The text of a file, read in chunks. Throws TypeError if it is not UTF-8. */
async function textOf(file: File): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    const slice = await file.slice(start, start + SLICE_BYTES).arrayBuffer();
    parts.push(decoder.decode(slice, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}

/** Refuses other formats by their first bytes, before reading the rest. */
async function read(file: File): Promise<ReadPosts> {
  const problem = headProblem(await file.slice(0, HEAD_BYTES).text());
  if (problem) return { problem };
  try {
    return readArchive(await textOf(file));
  } catch (error) {
    return { problem: error instanceof TypeError ? archiveProblems.other : archiveProblems.unread };
  }
}

self.addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then((posts) => self.postMessage(posts));
});

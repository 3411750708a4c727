import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type PageOptions = { supportEmail: string; notice?: string | undefined };

type Encoding = 'br' | 'gzip';
/** A page ready to send; `scripts` are the hashes of its inline scripts, for the content security policy. */
type Page = { plain: Buffer; packed: (encoding: Encoding) => Buffer; scripts: readonly string[] };
/** The pages by path; every other path gets the app's page. */
export type Pages = { at: ReadonlyMap<string, Page>; app: Page };

const APP = 'app';

/** Reads the built pages, and inserts the configuration that the browser needs. */
export function readPages(folder: string, options: PageOptions): Pages {
  const known = JSON.parse(readFileSync(`${folder}pages.json`, 'utf8')) as { name: string; at: string[] }[];
  const read = (name: string): Page =>
    preparePage(pageFor(readFileSync(`${folder}${name}.html`, 'utf8'), options));
  const at = known.flatMap((page) => {
    const prepared = read(page.name);
    return page.at.map((path) => [path, prepared] as const);
  });
  return { at: new Map(at), app: read(APP) };
}

function preparePage(html: string): Page {
  const done = new Map<Encoding, Buffer>();
  return {
    plain: Buffer.from(html),
    // On the first request, so that a start does not wait for pages that nobody opens.
    packed(encoding) {
      const ready = done.get(encoding) ?? compress(html, encoding);
      done.set(encoding, ready);
      return ready;
    },
    scripts: inlineScripts(html).map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  };
}

function compress(html: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  return brotliCompressSync(html, { params });
}

function inlineScripts(html: string): string[] {
  return html
    .split('<script>')
    .slice(1)
    .map((from) => from.slice(0, from.indexOf('</script>')));
}

/** Sends the page for the request's path. The CSP allows only its own inline scripts. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, { at, app }: Pages): FastifyReply {
  const [path = ''] = request.url.split('?');
  const page = at.get(path) ?? app;
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  const scripts = ["script-src 'self'", ...page.scripts].join(' ');
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', policy.replace("script-src 'self'", scripts));
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  return encoding
    ? reply.header('content-encoding', encoding).send(page.packed(encoding))
    : reply.send(page.plain);
}

/** A built page with the support address and, if there is a notice, a banner line at the top. */
export function pageFor(built: string, { supportEmail, notice }: PageOptions): string {
  const page = built.replace(
    /(<meta name="support-email" content=")[^"]*/,
    (_all, start: string) => start + escapeHtml(supportEmail),
  );
  if (!notice) return page;
  const style =
    'margin:0;padding:8px 16px;background:#4338CA;color:#fff;font:500 13px/20px system-ui,sans-serif;text-align:center';
  return page.replace('<body>', () => `<body>\n    <p role="note" style="${style}">${notice}</p>`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

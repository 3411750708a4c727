import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// The web app with hot reload, for `npm run dev`; it ends with the process that started it.
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  clearScreen: false,
});
await server.listen();
server.printUrls();

async function stop() {
  await server.close();
  process.exit(0);
}

for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, stop);

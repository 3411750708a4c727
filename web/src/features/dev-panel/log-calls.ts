/** Logs every API call to the browser's console; returns a function that stops it. */
export function logCalls(): () => void {
  const before = window.fetch;
  window.fetch = async (...call) => {
    const started = performance.now();
    const answer = await before(...call);
    const { method, url } = new Request(...call);
    console.info(`${method} ${url}`, answer.status, `${Math.round(performance.now() - started)} ms`);
    return answer;
  };
  return () => {
    window.fetch = before;
  };
}

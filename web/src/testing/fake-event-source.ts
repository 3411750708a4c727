/** An event stream controlled by the test, in place of the browser's. */
export class FakeEventSource extends EventTarget {
  static readonly all: FakeEventSource[] = [];
  readonly url: string;
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Sends what the server would: an event with data, or `open` and `error` without. */
  send(type: string, data?: unknown, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data ?? null), lastEventId }));
  }
}

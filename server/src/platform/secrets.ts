import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Encrypts secrets for the database with AES-256-GCM and a key id, so that keys can rotate. */
export type Sealer = {
  seal(plain: string): string;
  open(sealed: string): string;
  /** A keyed hash of a text: equal texts can be matched, but without the key nobody can tell the text. */
  mark(text: string): string;
  /** The hash under every key, the current one first, to find texts that were hashed before a rotation. */
  marks(text: string): string[];
};

type Key = { id: string; bytes: KeyObject; marking: KeyObject };

function keyFrom(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'drumbeat sealed columns', 32));
  const marking = Buffer.from(hkdfSync('sha256', secret, '', 'drumbeat marks', 32));
  return {
    id: createHash('sha256').update(bytes).digest('hex').slice(0, 8),
    bytes: createSecretKey(bytes),
    marking: createSecretKey(marking),
  };
}

function markUnder({ marking }: Key, text: string): string {
  return createHmac('sha256', marking).update(text).digest('base64url');
}

/**
 * Builds a sealer from APP_SECRET and, after a rotation, the former secrets: the first encrypts, all decrypt.
 * A sealed text reads `v1.KEYID.NONCE.CIPHERTEXT.TAG`. `open` throws if the key is unknown or the text was
 * altered.
 */
export function createSealer(current: string, former: readonly string[] = []): Sealer {
  const key = keyFrom(current);
  const keys = new Map([key, ...former.map(keyFrom)].map((each) => [each.id, each]));
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        'v1',
        key.id,
        ...[nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url')),
      ].join('.');
    },
    mark: (text) => markUnder(key, text),
    marks: (text) => [...keys.values()].map((each) => markUnder(each, text)),
    open(sealed) {
      const [version, id, nonce, text, tag] = sealed.split('.');
      const used = keys.get(id ?? '');
      if (version !== 'v1' || !used || !nonce || text === undefined || !tag)
        throw new Error('Sealed text has an unknown key id');
      const decipher = createDecipheriv('aes-256-gcm', used.bytes, Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** A token for a link or a session: 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database stores of a token. Tokens have 256 random bits, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
}

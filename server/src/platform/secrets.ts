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

/** What a sealed text is for. Each has a key, so that a text of one is nothing to another. */
export type Purpose = 'x access' | 'two-factor' | 'email' | 'email link' | 'password reset' | 'bulk plan';

/** Encrypts secrets for the database with AES-256-GCM and a key id, so that keys can rotate. */
export type Sealer = {
  seal(purpose: Purpose, plain: string): string;
  open(purpose: Purpose, sealed: string): string;
  /** A keyed hash of a text: equal texts can be matched, but without the key nobody can tell the text. */
  mark(text: string): string;
  /** The hash under every key, the current one first, to find texts that were hashed before a rotation. */
  marks(text: string): string[];
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Without it Node takes shorter tags, which can be guessed. */
const TAG = { authTagLength: 16 };

type Key = { id: string; of(purpose: Purpose): KeyObject; first: KeyObject; marking: KeyObject };

function keyFrom(secret: string): Key {
  const derived = (info: string) => Buffer.from(hkdfSync('sha256', secret, '', info, 32));
  const first = derived('drumbeat sealed columns');
  const keys = new Map<Purpose, KeyObject>();
  return {
    id: createHash('sha256').update(first).digest('hex').slice(0, 8),
    of(purpose) {
      const key = keys.get(purpose) ?? createSecretKey(derived(`drumbeat sealed ${purpose}`));
      keys.set(purpose, key);
      return key;
    },
    first: createSecretKey(first),
    marking: createSecretKey(derived('drumbeat marks')),
  };
}

function markUnder({ marking }: Key, text: string): string {
  return createHmac('sha256', marking).update(text).digest('base64url');
}

/**
 * Builds a sealer from APP_SECRET and, after a rotation, the former secrets: the first encrypts, all decrypt.
 * A sealed text reads `v2.KEYID.NONCE.CIPHERTEXT.TAG`. `open` throws if the key is unknown, the text was altered or
 * sealed for something else. Texts of `v1` had one key for all purposes.
 */
export function createSealer(current: string, former: readonly string[] = []): Sealer {
  const key = keyFrom(current);
  const keys = new Map([key, ...former.map(keyFrom)].map((each) => [each.id, each]));
  return {
    seal(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key.of(purpose), nonce, TAG);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const parts = [nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
      return ['v2', key.id, ...parts].join('.');
    },
    mark: (text) => markUnder(key, text),
    marks: (text) => [...keys.values()].map((each) => markUnder(each, text)),
    open(purpose, sealed) {
      const [version, id, ...parts] = sealed.split('.');
      const used = keys.get(id ?? '');
      const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      if ((version !== 'v1' && version !== 'v2') || !used || !nonce || !text || !tag)
        throw new Error('Sealed text has an unknown key id');
      if (nonce.length !== NONCE_BYTES) throw new Error('Sealed text has a nonce of the wrong length');
      const decipher = createDecipheriv(CIPHER, version === 'v1' ? used.first : used.of(purpose), nonce, TAG);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
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

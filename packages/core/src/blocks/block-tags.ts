import { PfError } from '../errors/pf-error.ts'
import { requireBytes } from '../json/utf8.ts'

/** The four tags of a reply in blocks. */
export type BlockTag = 'artifact_open' | 'artifact_close' | 'user_open' | 'user_close'

/** The four tags exactly as a model must write them. */
export type BlockTags = Readonly<Record<BlockTag, string>>

/** Because brackets, colons, slashes and line breaks are excluded, the only `[` of a tag is its first character, so a tag cannot start inside another one. */
const noncePattern = /^[A-Za-z0-9_-]{4,128}$/

/** Returns the tags for a nonce of 4 to 128 letters, digits, `_` or `-`. Throws PfError `invalid_input` for any other nonce. */
export function blockTags(nonce: string): BlockTags {
  if (typeof nonce !== 'string' || !noncePattern.test(nonce)) {
    throw new PfError('invalid_input', 'A nonce must have 4 to 128 letters, digits, "_" or "-". Create one with newNonce().')
  }
  return {
    artifact_open: `[ARTIFACT:${nonce}]`,
    artifact_close: `[/ARTIFACT:${nonce}]`,
    user_open: `[USER:${nonce}]`,
    user_close: `[/USER:${nonce}]`,
  }
}

/** 32 characters that are hard to confuse. Each byte gives five unbiased bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 24

/** Returns `length` random bytes. */
export type RandomBytes = (length: number) => Uint8Array

/**
 * Creates a nonce for one attempt: 24 letters and digits with 120 random bits from Web Crypto or the given source. Throws PfError
 * `invalid_input` if the source returns too few bytes.
 */
export function newNonce(randomBytes: RandomBytes = webCrypto): string {
  const bytes = requireBytes(randomBytes(length))
  if (bytes.length < length) throw new PfError('invalid_input', `The source of random bytes returned fewer than ${length} bytes.`)
  return Array.from(bytes.subarray(0, length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

const webCrypto: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

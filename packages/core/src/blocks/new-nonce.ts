import { PfError } from '../errors/pf-error.ts'
import { requireBytes } from '../json/require-bytes.ts'

/** Without characters that are mistaken for each other; 32 of them, so each byte gives five bits without a bias. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 24

/** Gives `length` random bytes. */
export type RandomBytes = (length: number) => Uint8Array

/** A nonce for one attempt: 24 letters and digits, 120 random bits from Web Crypto or from the source given (spec 002, §2). Throws PfError `invalid_input`. */
export function newNonce(randomBytes: RandomBytes = webCrypto): string {
  const bytes = requireBytes(randomBytes(length))
  if (bytes.length < length) throw new PfError('invalid_input', `The source of random bytes gave fewer than ${length}.`)
  return Array.from(bytes.subarray(0, length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

const webCrypto: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))

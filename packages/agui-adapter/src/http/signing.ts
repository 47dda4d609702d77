import { type Owner, PfError } from '@pf/core'
import { decodeBase64, encodeBase64Url } from '@pf/core/internal'

/** Short-lived URLs of artifacts for readers without the credential of the page, such as images on a page of another origin. */
export interface SigningOptions {
  /** At least 32 characters. It must be the same on every node. */
  secret: string
  /** Earlier secrets whose URLs are still accepted. */
  previous?: readonly string[]
  /** Lifetime of a URL in milliseconds. Default 300,000. */
  ttlMs?: number
}

/** Creates and verifies the tokens of signed URLs. */
export interface Signer {
  sign(owner: Owner, artifact_id: string): Promise<{ token: string; expires: number }>
  /** Returns the owner for whom the token was created, or undefined for a token that is forged, expired or belongs to another artifact. */
  verify(token: string, artifact_id: string): Promise<Owner | undefined>
}

const minSecretChars = 32
const ivBytes = 12

/** Creates a signer. A token is encrypted, so that a URL does not reveal its owner, and bound to one artifact. Throws PfError `invalid_config`. */
export function createSigner({ secret, previous = [], ttlMs = 300_000 }: SigningOptions, now: () => number = Date.now): Signer {
  if ([secret, ...previous].some((each) => typeof each !== 'string' || each.length < minSecretChars))
    throw new PfError('invalid_config', `signing.secret and signing.previous must have at least ${minSecretChars} characters.`)
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) throw new PfError('invalid_config', 'signing.ttlMs must be a positive integer, in milliseconds.')
  const keys = new Map<string, Promise<CryptoKey>>()
  const keyOf = (each: string) => {
    const key = keys.get(each) ?? importKey(each)
    keys.set(each, key)
    return key
  }
  return {
    async sign(owner, artifact_id) {
      const expires = now() + ttlMs
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const encrypted = await crypto.subtle.encrypt(
        encryptionParameters(iv, artifact_id),
        await keyOf(secret),
        encode(JSON.stringify([owner.id, owner.tenant ?? null, expires])),
      )
      return { token: encodeBase64Url(new Uint8Array([...iv, ...new Uint8Array(encrypted)])), expires }
    },
    async verify(token, artifact_id) {
      const bytes = decodeToken(token)
      if (!bytes || bytes.length <= ivBytes) return undefined
      for (const each of [secret, ...previous]) {
        const plain = await crypto.subtle
          .decrypt(encryptionParameters(bytes.slice(0, ivBytes), artifact_id), await keyOf(each), bytes.slice(ivBytes))
          .catch(() => undefined)
        if (plain) return ownerOf(new TextDecoder().decode(plain), now())
      }
      return undefined
    },
  }
}

function ownerOf(text: string, now: number): Owner | undefined {
  const [id, tenant, expires] = JSON.parse(text) as [string, string | null, number]
  return now < expires ? { id, ...(tenant === null ? {} : { tenant }) } : undefined
}

const encode = (text: string) => new TextEncoder().encode(text)

const encryptionParameters = (iv: Uint8Array<ArrayBuffer>, artifact_id: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encode(`pf artifact ${artifact_id}`),
})

async function importKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', encode(`pf signed artifacts ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function decodeToken(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]{24,2000}$/.test(text)) return undefined
  const bytes = decodeBase64(text)
  // The last character has unused bits. Only the canonical encoding is accepted, so that a token has exactly one spelling.
  return bytes && encodeBase64Url(bytes) === text ? bytes : undefined
}

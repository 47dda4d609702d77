import { type Owner, PfError } from '@pf/core'
import { decodeBase64, encodeBase64Url } from '@pf/core/internal'

/** Short-lived addresses of artifacts for readers without the page's credential, such as images of a page on another origin. */
export interface SigningOptions {
  /** At least 32 characters, the same on every node. */
  secret: string
  /** Older secrets whose addresses still count. */
  previous?: readonly string[]
  /** How long an address counts, in milliseconds. Default five minutes. */
  ttlMs?: number
}

/** Makes and reads the tokens of signed addresses. */
export interface Signer {
  sign(owner: Owner, artifact_id: string): Promise<{ token: string; expires: number }>
  /** The owner in whose name the artifact may be read; undefined for a token that is forged, expired or another artifact's. */
  open(token: string, artifact_id: string): Promise<Owner | undefined>
}

const minSecret = 32
const ivBytes = 12

/** A token is encrypted, so that an address tells nothing of its owner, and bound to one artifact. Throws PfError `invalid_config`. */
export function createSigner({ secret, previous = [], ttlMs = 300_000 }: SigningOptions, now: () => number = Date.now): Signer {
  if ([secret, ...previous].some((one) => typeof one !== 'string' || one.length < minSecret))
    throw new PfError('invalid_config', `signing: a secret has at least ${minSecret} characters.`)
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) throw new PfError('invalid_config', 'signing.ttlMs is a whole number of milliseconds above 0.')
  const keys = new Map<string, Promise<CryptoKey>>()
  const keyOf = (one: string) => {
    const key = keys.get(one) ?? importKey(one)
    keys.set(one, key)
    return key
  }
  return {
    async sign(owner, artifact_id) {
      const expires = now() + ttlMs
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const sealed = await crypto.subtle.encrypt(
        sealing(iv, artifact_id),
        await keyOf(secret),
        encode(JSON.stringify([owner.id, owner.tenant ?? null, expires])),
      )
      return { token: encodeBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)])), expires }
    },
    async open(token, artifact_id) {
      const bytes = decodeToken(token)
      if (!bytes || bytes.length <= ivBytes) return undefined
      for (const one of [secret, ...previous]) {
        const plain = await crypto.subtle.decrypt(sealing(bytes.slice(0, ivBytes), artifact_id), await keyOf(one), bytes.slice(ivBytes)).catch(() => undefined)
        if (plain) return readOwner(new TextDecoder().decode(plain), now())
      }
      return undefined
    },
  }
}

function readOwner(text: string, now: number): Owner | undefined {
  const [id, tenant, expires] = JSON.parse(text) as [string, string | null, number]
  return now < expires ? { id, ...(tenant === null ? {} : { tenant }) } : undefined
}

const encode = (text: string) => new TextEncoder().encode(text)

const sealing = (iv: Uint8Array<ArrayBuffer>, artifact_id: string) => ({ name: 'AES-GCM', iv, additionalData: encode(`pf artifact ${artifact_id}`) })

async function importKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', encode(`pf signed artifacts ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function decodeToken(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]{24,2000}$/.test(text)) return undefined
  const bytes = decodeBase64(text)
  // The last character has bits that no byte is read from. Only one spelling of a token is accepted all the same.
  return bytes && encodeBase64Url(bytes) === text ? bytes : undefined
}

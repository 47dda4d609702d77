import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createSigner } from './signing.ts'

const secret = 's'.repeat(32)
const owner = { id: 'ada', tenant: 'acme' }

describe('createSigner', () => {
  it('returns the owner until the token expires, on every node with the secret', async () => {
    let now = 1_000
    const signer = createSigner({ secret, ttlMs: 500 }, () => now)
    const { token, expires } = await signer.sign(owner, 'a1')
    const other = createSigner({ secret: 'n'.repeat(32), previous: [secret] }, () => now)
    expect([expires, await signer.verify(token, 'a1'), await other.verify(token, 'a1')]).toEqual([1_500, owner, owner])
    now = 1_500
    expect(await signer.verify(token, 'a1')).toBeUndefined()
  })

  it('rejects a token that is changed, truncated, or made with another secret or for another artifact', async () => {
    const signer = createSigner({ secret })
    const { token } = await signer.sign({ id: 'ada' }, 'a1')
    expect(await signer.verify(token, 'a2')).toBeUndefined()
    expect(await createSigner({ secret: 'x'.repeat(32) }).verify(token, 'a1')).toBeUndefined()
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect([at, await signer.verify(changed, 'a1'), await signer.verify(token.slice(0, at), 'a1')]).toEqual([at, undefined, undefined])
    }
    const spellings = await Promise.all([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef0123456789-_'].map((last) => signer.verify(token.slice(0, -1) + last, 'a1')))
    expect(spellings.filter((found) => found !== undefined).length).toBeLessThanOrEqual(1)
  })

  it('refuses a short secret and an invalid lifetime', () => {
    expect(() => createSigner({ secret: 'short' })).toThrow(PfError)
    expect(() => createSigner({ secret, previous: ['short'] })).toThrow(PfError)
    expect(() => createSigner({ secret, ttlMs: 0 })).toThrow(PfError)
  })
})

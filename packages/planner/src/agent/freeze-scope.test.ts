import type { Owner } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { freezeScope } from './freeze-scope.ts'

describe('freezeScope', () => {
  it.each([undefined, null, {}, { id: undefined }, { id: '' }, { id: 5 }, { id: ['a'] }, true, { id: 'a', tenant: 7 }])('refuses the owner %j', (owner) => {
    expect(() => freezeScope({ owner: owner as unknown as Owner })).toThrow(expect.objectContaining({ code: 'invalid_config' }))
  })

  it('keeps what names somebody, and takes null for no tenant', () => {
    expect(freezeScope({ owner: { id: 'a', tenant: 't' } })).toEqual({ owner: { id: 'a', tenant: 't' } })
    expect(freezeScope({ owner: { id: 'a', tenant: null } as unknown as Owner })).toEqual({ owner: { id: 'a' } })
  })

  it('is a copy that nobody can change, also of an instance with getters', () => {
    class User {
      get id(): string {
        return 'a'
      }
    }
    const scope = freezeScope({ owner: new User() })
    expect(scope.owner).toEqual({ id: 'a' })
    expect(Object.isFrozen(scope) && Object.isFrozen(scope.owner)).toBe(true)
  })
})

import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { failing } from '../test-support/streams.ts'
import { createPfHandlers } from './create-pf-handlers.ts'
import type { PfHandlerOptions } from './pf-handler-options.ts'

const sound = { agent: failing({ after: 1 }), authenticate: () => ({ id: 'u' }) }

/** Returns the faults that are reported for options that a program without types may pass. */
function faultsOf(wrong: Record<string, unknown>): unknown {
  try {
    createPfHandlers({ ...sound, ...wrong } as PfHandlerOptions)
    return []
  } catch (error) {
    return PfError.isInstance(error) && error.code === 'invalid_config' ? (error.fields.faults ?? [error.message]) : error
  }
}

describe('invalid options are refused', () => {
  it.each([
    [{ agent: undefined }, /^agent must be/],
    [{ agent: {} }, /^agent must be/],
    [{ authenticate: undefined }, /^authenticate must be/],
    [{ artifacts: null }, /^artifacts must be/],
    [{ onError: 'log' }, /^onError must be/],
    [{ onDisconnect: 'stop' }, /^onDisconnect must be/],
    // A timer of more than 2^31 - 1 milliseconds fires immediately, which would send pings continuously or stop a run as soon as its reader leaves.
    [{ pingMs: 2 ** 31 }, /^pingMs must be/],
    [{ pingMs: 0 }, /^pingMs must be/],
    [{ pingMs: Number.NaN }, /^pingMs must be/],
    [{ retryMs: -1 }, /^retryMs must be/],
    [{ retryMs: 1.5 }, /^retryMs must be/],
    [{ limits: { orphanMs: Number.POSITIVE_INFINITY } }, /^limits.orphanMs must be/],
    [{ limits: { bodyBytes: Number.NaN } }, /^limits.bodyBytes must be/],
    [{ limits: { bodyBytes: '8mb' } }, /^limits.bodyBytes must be/],
    [{ limits: { bodybytes: 1 } }, /^limits has no option bodybytes/],
    [{ limits: { constructor: 1 } }, /^limits has no option constructor/],
    [{ limits: null }, /^limits must be/],
    [{ cors: { origins: 'https://app.example.com' } }, /^cors.origins must be a list/],
  ])('%o', (wrong, fault) => {
    expect(faultsOf(wrong)).toEqual([expect.stringMatching(fault)])
  })

  it('reports all faults in one error', () => {
    expect(faultsOf({ agent: undefined, pingMs: -1, limits: { depth: 'x', nope: 1 } })).toHaveLength(4)
  })

  it('ignores undefined options and limits', async () => {
    const options = { ...sound, limits: { bodyBytes: undefined, orphanMs: 0 }, pingMs: undefined, artifacts: undefined } as unknown as PfHandlerOptions
    const body = JSON.stringify({ run_id: 'r' })
    const request = new Request('http://x/agui/cancel', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect((await createPfHandlers(options).fetch(request)).status).not.toBe(413)
  })
})

describe('an owner', () => {
  const answerTo = async (owner: unknown) => {
    const errors: unknown[] = []
    const seen: unknown[] = []
    const agent = { ...sound.agent, thread: async (_: string, scope: unknown) => void seen.push(scope) }
    const authenticate = () => owner as { id: string }
    const { fetch } = createPfHandlers({ agent, authenticate, onError: (error) => errors.push(error) })
    const { status } = await fetch(new Request('http://x/agui/threads/t'))
    return { status, errors, seen }
  }

  it.each([
    {},
    { id: undefined },
    { id: null },
    { id: '' },
    { id: 5 },
    { id: '\ud83d' },
    'u',
    true,
    5,
    [],
    { id: 'u', tenant: 5 },
    { id: 'u', tenant: '\ude00' },
  ])('without a usable id is an error of the host and has no access: %o', async (owner) => {
    const { status, errors, seen } = await answerTo(owner)
    expect([status, seen]).toEqual([500, []])
    expect(errors).toEqual([expect.objectContaining({ code: 'invalid_config', message: expect.stringContaining('The result of authenticate has') })])
  })

  it.each([undefined, null, false, ''])('that is missing is unauthenticated: %o', async (owner) => {
    expect(await answerTo(owner)).toEqual({ status: 401, errors: [], seen: [] })
  })

  it('has a tenant or none, keeps what else the host knows of it, and may be an instance', async () => {
    class User {
      get id() {
        return 'ada'
      }
    }
    const seen = async (owner: unknown) => (await answerTo(owner)).seen
    expect(await seen({ id: 'ada', tenant: null, role: 'admin' })).toEqual([{ owner: { id: 'ada', role: 'admin' } }])
    expect(await seen({ id: 'ada', tenant: 'acme' })).toEqual([{ owner: { id: 'ada', tenant: 'acme' } }])
    expect(await seen(new User())).toEqual([{ owner: { id: 'ada' } }])
  })
})

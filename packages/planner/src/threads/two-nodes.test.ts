import type { PlannerEvent, StorePorts, ToolContext } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { leaseTtlMs } from '../log/lease-keeper.ts'
import {
  answer,
  call,
  createHarness,
  finishOf,
  type Harness,
  type HarnessOptions,
  inputOf,
  ofType,
  questionOf,
  scope,
  script,
} from '../test-support/harness.ts'

const open: Harness[] = []
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close()
})

const confirm = call('ui_confirm', { message: 'Delete it?' })
const rich = { richOutput: { enabled: true } }
const yes = { result: { confirmed: true } }

/** Creates two agents on two nodes, with one store and one model. */
async function nodes(replies: string[], more: Partial<HarnessOptions> = {}, ports: StorePorts = createMemoryStore()) {
  const first = await createHarness({ stories: [script(...replies)], ports, ...rich, ...more })
  const second = await createHarness({ ports, server: first.server, ...rich, ...more })
  open.push(first, second)
  return { first, second, ports }
}
const answered = (id: string, run_id: string) => inputOf('Go.', { run_id, answers: [{ ref: { interaction_id: id }, envelope: yes }] })

describe('two nodes over one store', () => {
  it('continue with a question that the other one asked', async () => {
    const { first, second } = await nodes([confirm, call('ui_confirm', { message: 'Really?' }), answer('Gone.')])
    const one = questionOf(await first.run('Go.'))
    const given = await second.agent.answer({ interaction_id: one.id }, yes, scope)
    const two = questionOf(await second.log('run_id' in given ? given.run_id : ''))
    await first.agent.start(answered(two.id, 'run-3'), scope)
    expect(finishOf(await second.log('run-3')).payload.raw_answer).toBe('Gone.')
    expect(first.server.requests).toHaveLength(3)
  })

  it('continue once when both are answered at the same time, in every way', async () => {
    for (let round = 0; round < 10; round++) {
      const { first, second } = await nodes([confirm, answer('Gone.')])
      const { id } = questionOf(await first.run('Go.'))
      const results = await Promise.all([
        first.agent.answer({ interaction_id: id }, yes, scope),
        second.agent.start(answered(id, 'run-2'), scope),
        first.agent.start(answered(id, 'run-3'), scope),
        second.agent.answer({ interaction_id: id }, yes, scope),
        first.agent.start(answered(id, 'run-1'), scope),
      ])
      // A request that arrives after the run has continued and ended starts a separate run, which receives a warning.
      const begun = new Set(results.flatMap((result) => ('run_id' in result && result.status !== 'busy' && result.status !== 'exists' ? [result.run_id] : [])))
      const logs = await Promise.all([...begun].map((run_id) => first.log(run_id)))
      const resumed = logs.filter((events) => ofType(events, 'resume').length > 0)
      expect(resumed).toHaveLength(1)
      expect(ofType(resumed[0] ?? [], 'resume')).toMatchObject([{ interaction_id: id, status: 'answered' }])
      expect(finishOf(resumed[0] ?? []).payload.raw_answer).toBe('Gone.')
      expect(results.filter(({ status }) => status === 'accepted').length).toBeLessThanOrEqual(1)
    }
  })

  it('begin one run when both are asked for one on a free thread: the other one is busy', async () => {
    for (let round = 0; round < 10; round++) {
      const gate = Promise.withResolvers<object>()
      const hold = { name: 'hold', description: 'Holds.', input: { type: 'object' }, run: () => gate.promise }
      const { first, second } = await nodes([call('hold'), answer('One.'), answer('Two.')], { tools: [hold] })
      const results = await Promise.all([
        first.agent.start(inputOf('One.', { run_id: 'a' }), scope),
        second.agent.start(inputOf('Two.', { run_id: 'b' }), scope),
      ])
      const run_id = results[0].status === 'started' ? 'a' : 'b'
      expect(results.map(({ status }) => status).sort()).toEqual(['busy', 'started'])
      expect(results).toEqual(results.map(({ status }) => ({ status, run_id })))
      gate.resolve({})
      expect(finishOf(await first.log(run_id)).reason).toBe('answer')
      const other = run_id === 'a' ? 'b' : 'a'
      expect(await second.agent.start(inputOf('Next.', { run_id: other }), scope)).toEqual({ status: 'started', run_id: other })
      await second.log(other)
    }
  })

  it('an answer that is sent again while the other one begins the next run is answered once that run can be read', async () => {
    const { first, second, ports } = await nodes([confirm, answer('Gone.')])
    const { id } = questionOf(await first.run('Go.'))
    const commit = ports.storage.commit.bind(ports.storage)
    const begins = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    ports.storage.commit = async (owner, input) => {
      if (input.run.run_id !== 'run-1') {
        begins.resolve()
        await gate.promise
      }
      return commit(owner, input)
    }
    const accepted = first.agent.answer({ interaction_id: id }, yes, scope)
    await begins.promise
    const repeated = second.agent.answer({ interaction_id: id }, yes, scope)
    const begun = repeated.then((given) => ports.events.last(scope, 'run_id' in given ? given.run_id : ''))
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
    gate.resolve()
    expect(await begun).toBeGreaterThan(0)
    expect(await repeated).toEqual({ ...(await accepted), status: 'repeated' })
  })

  it('read each other’s logs to the end, also over a pause', async () => {
    const { first, second } = await nodes([confirm, answer('Gone.')])
    await first.start('Go.', { client: { pf: { tool_results: true } } })
    const events: PlannerEvent[] = []
    const reading = (async () => {
      for await (const event of (await second.agent.attach('run-1', 0, { scope })) ?? []) events.push(event)
    })()
    const { id } = questionOf(await first.log('run-1'))
    expect(await second.agent.answer({ interaction_id: id }, yes, scope)).toEqual({ status: 'accepted', run_id: 'run-1' })
    await reading
    expect(finishOf(events).reason).toBe('answer')
  })
})

describe('a process that dies', () => {
  /** A store whose commits, leases and answers stop for one node when it dies: it can neither write nor release anything. */
  function mortal(ports: StorePorts) {
    let dead = false
    const gone = () => new Promise<never>(() => undefined)
    const wrap = <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, name) => {
          const method = Reflect.get(target, name) as ((...args: unknown[]) => unknown) | undefined
          return method && ((...args: unknown[]) => (dead ? gone() : method.apply(target, args)))
        },
      })
    const own: StorePorts = {
      storage: wrap(ports.storage),
      events: wrap(ports.events),
      pending: wrap(ports.pending),
      artifacts: ports.artifacts,
      threads: wrap(ports.threads),
    }
    return {
      ports: own,
      die: () => {
        dead = true
      },
    }
  }
  /** Replaces the clock of the store, so that leases expire when it is advanced. */
  function clocked() {
    let now = Date.now()
    return {
      now: () => now,
      pass: (ms: number) => {
        now += ms
      },
    }
  }
  async function mortalNodes(replies: string[], more: Partial<HarnessOptions> = {}) {
    const clock = clocked()
    const ports = createMemoryStore({ now: clock.now })
    const node = mortal(ports)
    const first = await createHarness({ stories: [script(...replies)], ports: node.ports, ...rich, ...more })
    const second = await createHarness({ ports, server: first.server, ...rich, ...more })
    open.push(second)
    const die = () => {
      node.die()
      clock.pass(leaseTtlMs + 1)
    }
    return { first, second, ports, node, clock, die, done: () => first.server.close() }
  }

  it('between an answer and what follows loses nothing: the next touch continues with it', async () => {
    for (const touch of ['start', 'attach', 'answer'] as const) {
      const { first, second, ports, done } = await mortalNodes([confirm, answer('Gone.')])
      const { id } = questionOf(await first.run('Go.'))
      // The answer is stored by a process that never continues with it.
      const record = await ports.pending.get(scope, id)
      const { checkAnswer } = await import('../requests/check-answer.ts')
      if (!record) throw new Error('no record')
      const checked = await checkAnswer({ rich: undefined, tools: new Map(), ports } as never, { scope, record, by: 'model' }, yes)
      expect((await ports.pending.answer(scope, id, checked.hash, yes)).status).toBe('accepted')
      if (touch === 'answer') expect((await second.agent.answer({ interaction_id: id }, yes, scope)).status).toBe('repeated')
      if (touch === 'start') expect(await second.agent.start(inputOf('Go.', { run_id: 'run-2' }), scope)).toEqual({ status: 'started', run_id: 'run-2' })
      if (touch === 'attach') {
        await second.agent.attach('run-1', 0, { scope }).then(async (events) => events?.[Symbol.asyncIterator]().next())
        while ((await ports.threads.summary(scope, 'thread-1')).last_run_id === 'run-1') await new Promise((next) => setImmediate(next))
      }
      const { last_run_id = '' } = await ports.threads.summary(scope, 'thread-1')
      const events = await second.log(last_run_id)
      expect(ofType(events, 'resume')).toMatchObject([{ interaction_id: id, status: 'answered' }])
      expect(finishOf(events).payload.raw_answer).toBe('Gone.')
      await done()
    }
  })

  it('between the mark and the first commit of the run that continues: the next touch begins that run', async () => {
    const { first, second, ports, die, node, done } = await mortalNodes([confirm, answer('Gone.')])
    const { id } = questionOf(await first.run('Go.'))
    const commit = ports.storage.commit.bind(ports.storage)
    let commits = 0
    // Its second commit would be the first commit of run-2.
    ports.storage.commit = async (...args) => {
      if (++commits === 2) node.die()
      return commits === 2 ? new Promise<never>(() => undefined) : commit(...args)
    }
    void first.agent.start(answered(id, 'run-2'), scope)
    while (commits < 2) await new Promise((next) => setImmediate(next))
    ports.storage.commit = commit
    expect(await ports.events.last(scope, 'run-2')).toBe(0)
    expect(await second.agent.start(inputOf('Go.', { run_id: 'run-3' }), scope)).toEqual({ status: 'busy', run_id: 'run-2' })
    die()
    expect(await second.agent.start(inputOf('Go.', { run_id: 'run-3' }), scope)).toEqual({ status: 'busy', run_id: 'run-2' })
    const events = await second.log('run-2')
    expect(events[0]).toMatchObject({ parent_run_id: 'run-1' })
    expect(finishOf(events).payload.raw_answer).toBe('Gone.')
    expect(await second.agent.answer({ interaction_id: id }, yes, scope)).toEqual({ status: 'repeated', run_id: 'run-2' })
    await done()
  })

  it.each(['a new run', 'a run that continues a paused one'])('before the first commit of %s, the same request begins it again', async (what) => {
    const { first, second, ports, node, clock, done } = await mortalNodes(what === 'a new run' ? [answer('There.')] : [confirm, answer('There.')])
    const input = what === 'a new run' ? inputOf('Go.') : answered(questionOf(await first.run('Go.')).id, 'run-2')
    const lease = ports.storage.lease.bind(ports.storage)
    // The lease of the new run is the last one that is taken, and expires last.
    ports.storage.lease = (owner, resource, options) => {
      if (resource.kind === 'run') clock.pass(1_000)
      return lease(owner, resource, options)
    }
    const commit = ports.storage.commit.bind(ports.storage)
    const begins = Promise.withResolvers<void>()
    ports.storage.commit = () => {
      node.die()
      begins.resolve()
      return new Promise<never>(() => undefined)
    }
    void first.agent.start(input, scope)
    await begins.promise
    ports.storage.commit = commit
    ports.storage.lease = async (owner, resource, options) => {
      const result = await lease(owner, resource, options)
      if (result.status === 'busy' && resource.kind === 'run') clock.pass(1_000)
      return result
    }
    clock.pass(leaseTtlMs - 500)
    expect(await second.agent.start(input, scope)).toEqual({ status: 'started', run_id: input.run_id })
    expect(finishOf(await second.log(input.run_id)).payload.raw_answer).toBe('There.')
    await done()
  })

  it('in the middle of a step leaves a run that another one continues with, from its last step, under the same id', async () => {
    let calls = 0
    const hang = Promise.withResolvers<void>()
    const slow = {
      name: 'slow',
      description: 'Slow.',
      input: { type: 'object' },
      run: (_args: unknown, { signal }: ToolContext) =>
        ++calls === 2
          ? new Promise((resolve) => {
              hang.resolve()
              signal.addEventListener('abort', resolve)
            })
          : { n: calls },
    }
    const { first, second, die, done } = await mortalNodes([call('slow', { n: 1 }), call('slow', { n: 2 }), answer('There.')], { tools: [slow] })
    await first.start('Go.')
    await hang.promise
    expect(await second.agent.start(inputOf('Next.', { run_id: 'run-2' }), scope)).toEqual({ status: 'busy', run_id: 'run-1' })
    die()
    expect(await second.agent.start(inputOf('Next.', { run_id: 'run-2' }), scope)).toEqual({ status: 'busy', run_id: 'run-1' })
    const events = await second.log('run-1')
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'taken_over' }])
    expect(ofType(events, 'tool_call_result').map(({ tool_call_id, status }) => [tool_call_id, status])).toEqual([
      ['tc:run-1:1', 'ok'],
      ['tc:run-1:2', 'unknown'],
      ['tc:run-1:3', 'ok'],
    ])
    expect(finishOf(events).payload.raw_answer).toBe('There.')
    await done()
  })

  it('with a call under way that must not run twice: the model learns that its outcome is unknown', async () => {
    let sent = 0
    const hang = Promise.withResolvers<void>()
    const send = {
      name: 'send',
      description: 'Sends.',
      input: { type: 'object' },
      idempotent: false,
      run: () => {
        sent += 1
        hang.resolve()
        return new Promise(() => undefined)
      },
    }
    const { first, second, die, done } = await mortalNodes([call('send', { to: 'bob' }), answer('Maybe sent.')], { tools: [send] })
    await first.start('Go.')
    await hang.promise
    die()
    const events: PlannerEvent[] = []
    for await (const event of (await second.agent.attach('run-1', 0, { scope })) ?? []) events.push(event)
    expect(sent).toBe(1)
    expect(second.server.requests.at(-1)?.conversation?.toolResults.at(-1)).toMatchObject({ name: 'send', content: { error: { code: 'outcome_unknown' } } })
    expect(finishOf(events).payload.raw_answer).toBe('Maybe sent.')
    await done()
  })

  it('again and again ends the run instead of taking down every node', async () => {
    const { first, second, ports, die, done } = await mortalNodes([call('hang'), answer('x')], {
      tools: [{ name: 'hang', description: 'Hangs.', input: { type: 'object' }, run: () => new Promise(() => undefined) }],
    })
    await first.start('Go.')
    for await (const event of (await first.agent.attach('run-1', 0, { scope })) ?? []) if (event.type === 'tool_call_end') break
    die()
    const result = await ports.storage.lease(scope, { kind: 'run', run_id: 'run-1', thread_id: 'thread-1' }, { ttlMs: 0 })
    const record = await ports.storage.load(scope, 'run-1')
    if (result.status !== 'granted' || !record) throw new Error('The run could not be leased.')
    await ports.storage.commit(scope, {
      run: record,
      lease: result.lease,
      events: [],
      state: { expect_version: record.state_version, value: { ...(record.state as object), takeovers: 3 } as never },
    })
    for await (const _ of (await second.agent.attach('run-1', 0, { scope })) ?? []);
    expect(finishOf(await second.log('run-1'))).toMatchObject({ reason: 'error', error: { code: 'internal' } })
    await done()
  }, 90_000)
})

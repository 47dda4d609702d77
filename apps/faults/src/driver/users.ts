import { setTimeout } from 'node:timers/promises'
import { createRunClient } from '@pf/agui-adapter/client'
import { PfError, type RunClient, type WireEvent } from '@pf/core'
import { type Kind, kinds } from '../model/stories.ts'
import type { SeenRun, Turn } from '../model/turn.ts'
import type { Random } from './random.ts'

/** Users that ask one thing after another. */
export interface Users {
  /** All requests that a server has accepted, and those that are being made. */
  readonly turns: readonly Turn[]
  /** How many users wait for something at the moment. */
  active(): number
  /** Resolves once each user has the end of its last request; no new requests are made. */
  leave(): Promise<void>
}

const owner = { retryMs: 100, maxAttempts: 100_000, idleMs: 5_000 }

/** A client of the cluster that keeps trying. */
export const createPatientClient = (url: string): RunClient => createRunClient({ baseUrl: url, ...owner })

let count = 0

/** A new request of this kind, on a thread of its own unless one is given. */
export function newTurn(kind: Kind, { thread_id, leftAlone = false }: { thread_id?: string; leftAlone?: boolean } = {}): Turn {
  count += 1
  return { kind, order: `o${count}`, thread_id: thread_id ?? `thread-${count}`, runs: [], leftAlone }
}

/** Starts `number` users; each asks something, follows it to its end, answers its questions, and asks again until `leave`. */
export function startUsers(url: string, { number, random }: { number: number; random: Random }): Users {
  const client = createPatientClient(url)
  const turns: Turn[] = []
  let leaving = false
  let active = 0
  const make = async (turn: Turn) => {
    turns.push(turn)
    active += 1
    await (turn.leftAlone ? startAndLeave(url, turn) : playTurn(client, turn)).catch((error: unknown) => {
      turn.failure = String(error)
    })
    active -= 1
    return turn
  }
  const user = async () => {
    while (!leaving) {
      if (random.chance(0.1)) {
        await make(newTurn(random.pick(['answer', 'charge', 'plan']), { leftAlone: true }))
        await setTimeout(500)
        continue
      }
      const { thread_id } = await make(newTurn(random.pick(kinds)))
      if (!leaving && random.chance(0.3)) await make(newTurn(random.pick(kinds), { thread_id }))
    }
  }
  const users = Promise.all(Array.from({ length: number }, user))
  return {
    turns,
    active: () => active,
    async leave() {
      leaving = true
      await users
    },
  }
}

/** Starts a run, follows it to its end, and answers its question. */
export async function playTurn(client: RunClient, turn: Turn): Promise<void> {
  const run_id = `run-${turn.order}`
  const messages = [{ id: `u-${turn.order}`, role: 'user', content: `${turn.kind} ${turn.order}` }]
  let question = await follow(client.start({ thread_id: turn.thread_id, run_id, messages }), begin(turn, run_id))
  while (question !== undefined) {
    const city = `city-of-${turn.order}`
    const next = await answerUntilDecided(client, question, city)
    turn.answered = { interaction_id: question, city }
    question = await follow(client.attach(next), begin(turn, next))
  }
}

function begin(turn: Turn, run_id: string): SeenRun {
  const run: SeenRun = { run_id, events: [] }
  turn.runs.push(run)
  return run
}

/** Reads a run to its end. Resolves with the id of the question for which it pauses. */
async function follow(events: AsyncIterable<WireEvent>, run: SeenRun): Promise<string | undefined> {
  for await (const event of events) run.events.push(event)
  const last = run.events.at(-1)?.event as { outcome?: { type: string; interrupts?: { id: string }[] } } | undefined
  return last?.outcome?.type === 'interrupt' ? last.outcome.interrupts?.[0]?.id : undefined
}

/** A client gives up after a few attempts; a user presses the button again. */
async function answerUntilDecided(client: RunClient, interaction_id: string, city: string): Promise<string> {
  while (true) {
    try {
      const decided = await client.answer({ interaction_id }, { result: { city } })
      if ('run_id' in decided) return decided.run_id
      throw new Error(`The answer to an open question was not accepted: ${decided.status}.`)
    } catch (error) {
      if (!PfError.isInstance(error) || error.code === 'invalid_input') throw error
      await setTimeout(100)
    }
  }
}

/** Starts a run and leaves once the server says that it has begun. */
export async function startAndLeave(url: string, turn: Turn): Promise<void> {
  const run_id = `run-${turn.order}`
  while (true) {
    const body = JSON.stringify({ thread_id: turn.thread_id, run_id, message: `${turn.kind} ${turn.order}` })
    const response = await fetch(`${url}/chat/streams`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => undefined)
    if (response?.status === 201) break
    await setTimeout(100)
  }
  begin(turn, run_id)
}

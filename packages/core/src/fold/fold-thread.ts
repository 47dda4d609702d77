import type { ThreadView } from '../contracts/agent-port.ts'
import type { InteractionAnnouncement, PlannerEvent } from '../contracts/events.ts'
import { turnMessageId } from '../contracts/ids.ts'
import type { InteractionRecord, ThreadEntry } from '../contracts/ports.ts'
import { createComponentFold } from './component-fold.ts'

/** The text of one turn, over all its segments. */
interface TurnFold {
  readonly message_id: string
  /** The run of the first segment. */
  readonly run_id: string
  feed(event: PlannerEvent): void
  /** Returns the text of the segments that were not withdrawn; if there is none, the complete or partial answer with which the run ended. */
  text(): string
}

/** True if the finish contains an answer. A sentence that only explains why there is no answer is not part of the conversation. */
function isAnswer({ reason, payload }: PlannerEvent<'finish'>): boolean {
  return reason === 'answer' || reason === 'no_path' || ((reason === 'budget_exhausted' || reason === 'deadline') && payload.route === 'partial')
}

interface Stream {
  attempt: number
  text: string
  withdrawn: boolean
}

/** Creates the fold of one turn. A higher attempt clears its stream; `answer_reset` withdraws the stream up to the attempt that it names. */
function createTurnFold(message_id: string, run_id: string): TurnFold {
  const streams = new Map<string, Stream>()
  let ending = ''

  const addText = ({ stream_id, attempt, text }: PlannerEvent<'llm_stream_chunk'>) => {
    const known = streams.get(stream_id)
    if (!known || attempt > known.attempt) streams.set(stream_id, { attempt, text, withdrawn: false })
    else if (attempt === known.attempt) known.text += text
  }
  const withdraw = ({ stream_id, attempt }: PlannerEvent<'answer_reset'>) => {
    const known = streams.get(stream_id)
    if (known && known.attempt <= attempt) known.withdrawn = true
  }

  return {
    message_id,
    run_id,
    feed(event) {
      if (event.type === 'llm_stream_chunk' && event.channel === 'answer') addText(event)
      if (event.type === 'answer_reset') withdraw(event)
      if (event.type === 'finish' && isAnswer(event)) ending = event.payload.raw_answer
    },
    text() {
      const texts = [...streams.values()].filter(({ withdrawn }) => !withdrawn).map(({ text }) => text)
      return texts.filter((text) => text !== '').join('\n\n') || ending
    },
  }
}

/** The data from which the view of a thread is computed: its entries, the logs of its runs, oldest first, and its questions. Repeated events count once. */
export interface ThreadSources {
  entries: readonly ThreadEntry[]
  logs: readonly (readonly PlannerEvent[])[]
  pending: readonly InteractionRecord[]
}

type Message = ThreadView['messages'][number]

/**
 * Computes the view of a thread for a reloaded page: user messages as stored; one assistant message per turn with the text that was not
 * withdrawn; components with their updates; open questions. A run without a log keeps its stored answer. Does not modify its input.
 */
export function foldThread({ entries, logs, pending }: ThreadSources): ThreadView {
  const { turns, components } = foldLogs(logs)
  const open = pending.filter((record) => record.state === 'open').map(toAnnouncement)
  const shown = new Set([...components, ...open].map(({ message_id }) => message_id))
  const written = new Map(logs.flatMap((log) => (log[0] ? [[log[0].run_id, log] as const] : [])))
  const users = entries.filter((entry) => entry.role === 'user').map(toMessage)
  const stored = entries.filter((entry) => entry.role === 'assistant' && !written.has(entry.run_id)).map(toMessage)
  const runs = runOrder(
    entries.map((entry) => entry.run_id),
    [...written.keys()],
  )
  const messages = inRunOrder(runs, [...users, ...turnMessages(turns, shown), ...stored])
  const last = runs.at(-1)
  if (last === undefined) return { messages, components, pending: open, last_seq: 0 }
  return { messages, components, pending: open, runs, last_run_id: last, last_seq: written.get(last)?.at(-1)?.seq ?? 0 }
}

function foldLogs(logs: ThreadSources['logs']) {
  const turns = new Map<string, TurnFold>()
  const components = createComponentFold()
  const turnOf = (message_id: string, run_id: string) => {
    const turn = turns.get(message_id) ?? createTurnFold(message_id, run_id)
    turns.set(message_id, turn)
    return turn
  }
  const reached = new Map<string, { seq: number; message_id: string }>()
  for (const event of logs.flat()) {
    const { seq, message_id } = reached.get(event.run_id) ?? { seq: 0, message_id: turnMessageId(event.run_id) }
    if (event.seq <= seq) continue
    const turn = event.type === 'run_start' ? event.message_id : message_id
    reached.set(event.run_id, { seq: event.seq, message_id: turn })
    turnOf(turn, event.run_id).feed(event)
    components.feed(event)
  }
  return { turns: [...turns.values()], components: components.finish() }
}

/** Returns the runs in the order of the entries. A run that only has a log is inserted after the run whose log precedes its own. */
function runOrder(named: readonly string[], written: readonly string[]): string[] {
  const order = [...new Set(named)]
  written.forEach((run_id, index) => {
    const before = written[index - 1]
    if (!order.includes(run_id)) order.splice(before === undefined ? firstOf(order, written) : order.indexOf(before) + 1, 0, run_id)
  })
  return order
}

function firstOf(order: readonly string[], written: readonly string[]): number {
  const index = order.findIndex((run_id) => written.includes(run_id))
  return index < 0 ? order.length : index
}

function turnMessages(turns: readonly TurnFold[], shown: ReadonlySet<string>): Message[] {
  const messages = turns.map((turn): Message => ({ id: turn.message_id, role: 'assistant', content: turn.text(), run_id: turn.run_id }))
  return messages.filter((message) => message.content !== '' || shown.has(message.id))
}

function inRunOrder(runs: readonly string[], messages: readonly Message[]): Message[] {
  const groups = new Map<string, Message[]>(runs.map((run_id) => [run_id, []]))
  for (const message of messages) groups.get(message.run_id)?.push(message)
  return [...groups.values()].flat()
}

function toMessage({ id, role, text, run_id, files }: ThreadEntry): Message {
  return { id, role: role === 'user' ? 'user' : 'assistant', content: text, run_id, ...(files ? { files } : {}) }
}

function toAnnouncement(record: InteractionRecord): InteractionAnnouncement {
  const { id, tool_call_id, component, props, message_id, result_schema, deadline, approval } = record
  const optional = { ...(deadline === undefined ? {} : { deadline }), ...(approval ? { approval } : {}) }
  return { id, tool_call_id, component, props, message_id, result_schema, ...optional }
}

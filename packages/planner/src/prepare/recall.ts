import type { JsonObject, ThreadEntry } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { unlessStopped } from '../hooks/run-stopped.ts'
import type { ModelMessage } from '../model/model.ts'
import { summarise } from '../model-calls/summarise.ts'
import type { SummaryMemory } from '../options/agent-options.ts'
import { textWithFiles } from '../prompt/file-text.ts'
import { actionMessage } from '../prompt/transcript-messages.ts'
import type { Run } from '../run/run.ts'
import type { MemorySummary } from '../state/run-state.ts'

const maxEntries = 2_000
const entriesPerTurn = 40
const textChars = 8_000
/** Maximum number of runs whose state is read to find the newest summary. */
const maxRunsRead = 5

/** Inserts earlier turns of the thread before the conversation, except turns that the input already contains. */
export async function recall(run: Run): Promise<void> {
  const { memory } = run.agent
  if (memory === 'none') return
  const summary = 'summary' in memory ? memory.summary : undefined
  const keep = 'summary' in memory ? (memory.summary.lastTurns ?? 4) : memory.lastTurns
  const limit = summary ? maxEntries : Math.min(maxEntries, (keep + 1) * entriesPerTurn)
  const entries = await run.agent.ports.threads.read(run.scope, run.threadId, limit)
  const turns = threadTurns(entries, run.state.turn.runs)
  const carried = new Set(turns.filter((turn) => isCarried(run, turn)))
  const recalled = summary ? await withSummary(run, { turns, carried, keep, summary, entries }) : { turns: turns.slice(-keep) }
  run.state.history.unshift(
    ...summaryMessages(recalled.summary),
    ...recalled.turns.filter((turn) => !carried.has(turn)).flatMap((turn) => messagesOf(run, turn)),
  )
}

interface StepObservation {
  turns: ThreadTurn[]
  carried: ReadonlySet<ThreadTurn>
  keep: number
  summary: SummaryMemory
  entries: readonly ThreadEntry[]
}

interface Recalled {
  turns: ThreadTurn[]
  summary?: MemorySummary
}

async function withSummary(run: Run, { turns, carried, keep, summary: { maxChars }, entries }: StepObservation): Promise<Recalled> {
  const kept = await keptSummary(run, entries)
  const behind = kept ? turns.findIndex(({ id }) => id === kept.until) + 1 : 0
  const open = turns.slice(behind)
  const older = open.length > keep * 2 ? open.slice(0, -keep) : []
  // A client that sends the entire conversation needs no summary of it.
  const written = older.some((turn) => !carried.has(turn)) ? await rewrite(run, kept, { older, ...(maxChars === undefined ? {} : { maxChars }) }) : undefined
  const now = written ?? kept
  if (now) run.state.memory = now
  const shown = written ? open.slice(-keep) : open.slice(-keep * 2)
  const summed = turns.slice(0, written ? turns.length - keep : behind)
  return { turns: shown, ...(now && !summed.some((turn) => carried.has(turn)) ? { summary: now } : {}) }
}

/** Writes a new summary. If this fails, the old summary and the newer turns are kept. */
async function rewrite(
  run: Run,
  kept: MemorySummary | undefined,
  { older, maxChars }: { older: ThreadTurn[]; maxChars?: number },
): Promise<MemorySummary | undefined> {
  const turns = older.slice(-50).map(({ question, answer }) => ({ question: short(question, 2_000), answer: short(answer, 2_000) }))
  const data: JsonObject = { ...(kept ? { summary: kept.text } : {}), turns }
  try {
    const text = await summarise(run, { purpose: 'memory', data, ...(maxChars === undefined ? {} : { maxChars }) })
    return { text, until: older.at(-1)?.id ?? '' }
  } catch (error) {
    if (run.segment.signal.aborted) throw error
    unlessStopped(error)
    run.emit({ type: 'warning', code: 'summary_failed', text: 'Earlier turns could not be summarized; only the most recent ones are included.' })
    return undefined
  }
}

/** The summary of the newest run of the thread that has one. */
async function keptSummary({ agent, scope, state: { turn } }: Run, entries: readonly ThreadEntry[]): Promise<MemorySummary | undefined> {
  const runs = [...new Set(entries.map(({ run_id }) => run_id).toReversed())].filter((run_id) => !turn.runs.includes(run_id))
  for (const run_id of runs.slice(0, maxRunsRead)) {
    const state = (await agent.ports.storage.load(scope, run_id))?.state
    const memory = isRecord(state) ? state.memory : undefined
    if (isRecord(memory) && typeof memory.text === 'string' && typeof memory.until === 'string') return { text: memory.text, until: memory.until }
  }
  return undefined
}

/**
 * True if the input contains this turn: by its id and text, or by both of its texts, because some clients assign new ids. The current
 * question does not count.
 */
function isCarried(run: Run, { message_id, question, answer }: ThreadTurn): boolean {
  const now = run.state.history.findLastIndex(({ role }) => role === 'user')
  const asked = run.state.history.some(({ role, content }, index) => role === 'user' && index !== now && content === question)
  if (!asked) return false
  const said = actionMessage({ next_node: 'final_response', args: { answer } }, run.agent.format).content
  return run.state.known_message_ids.includes(message_id) || run.state.history.some(({ role, content }) => role === 'assistant' && content === said)
}

function messagesOf({ agent }: Run, { question, answer }: ThreadTurn): ModelMessage[] {
  const asked: ModelMessage = { role: 'user', content: short(question, textChars) }
  return answer === '' ? [asked] : [asked, actionMessage({ next_node: 'final_response', args: { answer: short(answer, textChars) } }, agent.format)]
}

const summaryMessages = (kept: MemorySummary | undefined): ModelMessage[] =>
  kept ? [{ role: 'user', content: JSON.stringify({ summary_of_earlier_turns: kept.text }) }] : []

const short = (text: string, chars: number) => (text.length > chars ? `${text.slice(0, chars).toWellFormed()}…` : text.toWellFormed())

/** A question and its answer. */
interface ThreadTurn {
  id: string
  message_id: string
  question: string
  answer: string
}

/** Returns the turns of a thread, oldest first, without the turns of the given runs. The answer of an unanswered turn is "". */
function threadTurns(entries: readonly ThreadEntry[], without: readonly string[]): ThreadTurn[] {
  const turns: ThreadTurn[] = []
  for (const { role, run_id, id, text, files } of entries) {
    if (without.includes(run_id) || (text === '' && !files)) continue
    if (role === 'user') turns.push({ id: JSON.stringify([run_id, id]), message_id: id, question: textWithFiles(text, files), answer: '' })
    const last = turns.at(-1)
    if (role === 'assistant' && last) last.answer = text
  }
  return turns
}

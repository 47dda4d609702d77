import type { ThreadEntry } from '@pf/core'

/** One question and what was answered. */
export interface ThreadTurn {
  id: string
  message_id: string
  question: string
  answer: string
}

/** The turns of a thread, oldest first, without those of these runs. A turn that was never answered has "" as its answer. */
export function threadTurns(entries: readonly ThreadEntry[], without: readonly string[]): ThreadTurn[] {
  const turns: ThreadTurn[] = []
  for (const { role, run_id, id, text } of entries) {
    if (without.includes(run_id) || text === '') continue
    if (role === 'user') turns.push({ id: JSON.stringify([run_id, id]), message_id: id, question: text, answer: '' })
    const last = turns.at(-1)
    if (role === 'assistant' && last) last.answer = text
  }
  return turns
}

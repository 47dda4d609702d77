import type { PlannerEvent } from '../contracts/events.ts'

/** The text of one turn, over all its segments. */
export interface TurnFold {
  readonly message_id: string
  /** The run of the first segment. */
  readonly run_id: string
  feed(event: PlannerEvent): void
  /** Segments that were not withdrawn, else the answer, full or partial, that the run ended with. */
  text(): string
}

/** A sentence that only says why there is no answer is not part of the conversation: it travels in the finish. */
function isAnswer({ reason, payload }: PlannerEvent<'finish'>): boolean {
  return reason === 'answer' || reason === 'no_path' || ((reason === 'budget_exhausted' || reason === 'deadline') && payload.route === 'partial')
}

interface Stream {
  attempt: number
  text: string
  withdrawn: boolean
}

/** Starts a turn. A higher attempt clears its stream; `answer_reset` withdraws it up to the attempt it names. */
export function createTurnFold(message_id: string, run_id: string): TurnFold {
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

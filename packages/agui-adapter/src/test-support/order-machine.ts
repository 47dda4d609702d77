/** A wire event in the form in which a test reads it. */
export type Read = { type: string; [key: string]: unknown }

type Rule = (event: Read) => string | undefined

/**
 * Checks a stream against the order rules of the protocol, independently of the clients, and returns the violations. It is stricter than
 * the clients: ids are never used twice, and there is exactly one terminal event. `known`: calls of earlier runs that may be answered now.
 */
export function brokenRules(events: readonly Read[], { known = [] }: { known?: readonly string[] } = {}): string[] {
  const machine = createMachine(known)
  const broken = events.flatMap((event, index) => {
    const problem = machine.feed(event, index)
    return problem ? [`#${index} ${event.type}: ${problem}`] : []
  })
  return [...broken, ...machine.finish()]
}

function createMachine(known: readonly string[]) {
  const used = new Set<string>()
  const open = { text: new Set<unknown>(), reasoning: new Set<unknown>(), span: new Set<unknown>(), call: new Set<unknown>(), step: new Set<unknown>() }
  const calls = new Set<unknown>(known)
  const answered = new Set<unknown>()
  const activities = new Set<unknown>()
  let ended: string | undefined

  const begin = (set: Set<unknown>, id: unknown, fresh = true) => {
    if (set.has(id)) return `${id} is open already`
    if (fresh && used.has(String(id))) return `${id} was used before`
    used.add(String(id))
    set.add(id)
    return undefined
  }
  const inside = (set: Set<unknown>, id: unknown) => (set.has(id) ? undefined : `${id} is not open`)
  const end = (set: Set<unknown>, id: unknown) => (set.delete(id) ? undefined : `${id} is not open`)
  const delta = (event: Read) => {
    if (typeof event.delta !== 'string' || event.delta === '') return 'delta is no text'
    return event.delta.isWellFormed() ? undefined : 'delta cuts a surrogate pair'
  }
  const openOnes = () => Object.entries(open).flatMap(([kind, set]) => [...set].map((id) => `${kind} ${id}`))

  const rules: Record<string, Rule> = {
    RUN_STARTED: (event) => (event.protocolVersion === '1.0' ? undefined : 'says no version'),
    TEXT_MESSAGE_START: (event) => begin(open.text, event.messageId),
    TEXT_MESSAGE_CONTENT: (event) => inside(open.text, event.messageId) ?? delta(event),
    TEXT_MESSAGE_END: (event) => end(open.text, event.messageId),
    REASONING_START: (event) => begin(open.span, event.messageId),
    REASONING_MESSAGE_START: (event) => inside(open.span, event.messageId) ?? begin(open.reasoning, event.messageId, false),
    REASONING_MESSAGE_CONTENT: (event) => inside(open.reasoning, event.messageId) ?? delta(event),
    REASONING_MESSAGE_END: (event) => end(open.reasoning, event.messageId),
    REASONING_END: (event) => (open.reasoning.has(event.messageId) ? 'its message is open' : end(open.span, event.messageId)),
    TOOL_CALL_START(event) {
      if (open.text.size > 0) return 'text is open'
      if (typeof event.parentMessageId !== 'string' || event.parentMessageId === '') return 'has no parent'
      calls.add(event.toolCallId)
      return begin(open.call, event.toolCallId)
    },
    TOOL_CALL_ARGS: (event) => inside(open.call, event.toolCallId) ?? delta(event),
    TOOL_CALL_END: (event) => end(open.call, event.toolCallId),
    TOOL_CALL_RESULT(event) {
      if (open.call.has(event.toolCallId)) return 'its call is open'
      if (!calls.has(event.toolCallId)) return 'its call is unknown'
      if (answered.has(event.toolCallId)) return 'its call is answered already'
      answered.add(event.toolCallId)
      return typeof event.content === 'string' ? begin(new Set(), event.messageId) : 'content is no text'
    },
    STEP_STARTED: (event) => begin(open.step, event.stepName, false),
    STEP_FINISHED: (event) => end(open.step, event.stepName),
    ACTIVITY_SNAPSHOT(event) {
      const first = !activities.has(event.messageId)
      activities.add(event.messageId)
      return first ? begin(new Set(), event.messageId) : undefined
    },
    ACTIVITY_DELTA: (event) => inside(activities, event.messageId),
    MESSAGES_SNAPSHOT: () => (open.text.size + open.call.size + open.reasoning.size > 0 ? 'a message is open' : undefined),
    CUSTOM: (event) => ('value' in event && event.value !== undefined && typeof event.name === 'string' ? undefined : 'has no name or value'),
    STATE_SNAPSHOT: () => undefined,
    STATE_DELTA: () => undefined,
    RUN_FINISHED: () => openOnes()[0] && `still open: ${openOnes().join(', ')}`,
    RUN_ERROR: () => openOnes()[0] && `still open: ${openOnes().join(', ')}`,
  }

  return {
    feed(event: Read, index: number): string | undefined {
      if ((event.type === 'RUN_STARTED') !== (index === 0)) return 'RUN_STARTED is the first event and only that'
      if (ended) return `comes after ${ended}`
      if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') ended = event.type
      const rule = rules[event.type]
      const hollow = Object.entries(event).find(([key, value]) => value === null && !['value', 'snapshot'].includes(key))
      return rule ? (rule(event) ?? (hollow && `${hollow[0]} is null`)) : 'is no event type of ours'
    },
    finish: () => (ended ? [] : ['there is no terminal event']),
  }
}

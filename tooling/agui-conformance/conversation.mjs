import { applyPatch } from './apply-patch.mjs'

const freshIds = 'message ids are fresh and not shared between kinds'

/** Builds the conversation that a client derives from the events, and reports violations. */
export function createConversation(sent, bad) {
  const inputMessages = sent.messages ?? []
  const inputIds = new Set(inputMessages.map(({ id }) => id))
  const ids = new Map()
  const texts = new Map()
  const reasoning = new Map()
  const calls = new Map()
  const spans = new Set()
  const steps = new Set()
  const activities = new Map()
  let state = structuredClone(sent.state ?? {})

  const fresh = (id, kind) => {
    if (inputIds.has(id)) bad(freshIds, `${kind} reuses id ${id} of an input message`)
    if (ids.has(id)) bad(freshIds, `${kind} reuses id ${id} (${ids.get(id)})`)
    ids.set(id, kind)
  }
  const streamed = (map, kind, rule) => ({
    start({ messageId }) {
      if (map.get(messageId)?.open) bad(rule, `${messageId} opened twice`)
      fresh(messageId, kind)
      map.set(messageId, { open: true, text: '' })
    },
    content({ messageId, delta }) {
      const message = map.get(messageId)
      if (message?.open) message.text += delta
      else bad(rule, `content for ${messageId}, which is not open`)
    },
    end({ messageId }) {
      const message = map.get(messageId)
      if (!message?.open) bad(rule, `end for ${messageId}, which is not open`)
      else message.open = false
    },
  })
  const patched = (value, patch, rule) => {
    try {
      return applyPatch(value, patch)
    } catch (error) {
      bad(rule, error.message)
      return value
    }
  }
  const echoes = ({ type, threadId, runId }) => {
    if (threadId !== sent.threadId || runId !== sent.runId) bad('threadId and runId echo the input', `${type} has ${threadId}/${runId}`)
  }
  const open = () => [
    ...[...texts].filter(([, { open }]) => open).map(([id]) => `text ${id}`),
    ...[...calls].filter(([, { open }]) => open).map(([id]) => `call ${id}`),
    ...[...reasoning].filter(([, { open }]) => open).map(([id]) => `reasoning ${id}`),
    ...[...spans].map((id) => `span ${id}`),
    ...[...steps].map((name) => `step ${name}`),
  ]
  const text = streamed(texts, 'text', 'text: start, content, end')
  const thought = streamed(reasoning, 'reasoning', 'reasoning: balanced')
  const once = (set, value, rule) => (set.has(value) ? bad(rule, `${value} opened twice`) : set.add(value))
  const gone = (set, value, rule) => set.delete(value) || bad(rule, `${value} is not open`)

  const handlers = {
    RUN_STARTED: echoes,
    TEXT_MESSAGE_START: text.start,
    TEXT_MESSAGE_CONTENT: text.content,
    TEXT_MESSAGE_END: text.end,
    REASONING_MESSAGE_START: thought.start,
    REASONING_MESSAGE_CONTENT: thought.content,
    REASONING_MESSAGE_END: thought.end,
    REASONING_START: ({ messageId }) => once(spans, messageId, 'reasoning: balanced'),
    REASONING_END: ({ messageId }) => gone(spans, messageId, 'reasoning: balanced'),
    STEP_STARTED: ({ stepName }) => once(steps, stepName, 'steps: balanced'),
    STEP_FINISHED: ({ stepName }) => gone(steps, stepName, 'steps: balanced'),
    TOOL_CALL_START({ toolCallId, toolCallName, parentMessageId }) {
      if (calls.has(toolCallId)) bad('tools: start, args, end', `call id ${toolCallId} used twice`)
      calls.set(toolCallId, { name: toolCallName, parent: parentMessageId, open: true, args: '' })
    },
    TOOL_CALL_ARGS({ toolCallId, delta }) {
      const call = calls.get(toolCallId)
      if (call?.open) call.args += delta
      else bad('tools: start, args, end', `args for ${toolCallId}, which is not open`)
    },
    TOOL_CALL_END({ toolCallId }) {
      const call = calls.get(toolCallId)
      if (call?.open) call.open = false
      else bad('tools: start, args, end', `end for ${toolCallId}, which is not open`)
    },
    TOOL_CALL_RESULT({ toolCallId, messageId, content }) {
      const rule = 'tools: results name an ended call, once'
      const call = calls.get(toolCallId)
      const earlier = inputMessages.some(({ toolCalls }) => toolCalls?.some(({ id }) => id === toolCallId))
      if (!call && !earlier) bad(rule, `result for unknown call ${toolCallId}`)
      if (call?.open) bad(rule, `result for ${toolCallId} before its end`)
      if (call?.result !== undefined) bad(rule, `second result for ${toolCallId}`)
      if (inputMessages.some((message) => message.role === 'tool' && message.toolCallId === toolCallId)) bad(rule, `${toolCallId} was answered in the input`)
      if (call) call.result = content
      fresh(messageId, 'tool result')
    },
    STATE_SNAPSHOT({ snapshot }) {
      state = structuredClone(snapshot)
    },
    STATE_DELTA({ delta }) {
      state = patched(state, delta, 'state: every delta applies')
    },
    ACTIVITY_SNAPSHOT({ messageId, content, replace }) {
      if (!activities.has(messageId)) fresh(messageId, 'activity')
      if (!activities.has(messageId) || replace !== false) activities.set(messageId, structuredClone(content))
    },
    ACTIVITY_DELTA({ messageId, patch }) {
      const rule = 'activity: delta follows a snapshot and applies'
      if (activities.has(messageId)) activities.set(messageId, patched(activities.get(messageId), patch, rule))
      else bad(rule, `${messageId} has no snapshot`)
    },
    MESSAGES_SNAPSHOT({ messages }) {
      if ([...texts.values(), ...calls.values()].some(({ open }) => open))
        bad('text: start, content, end', 'MESSAGES_SNAPSHOT inside an open message, whose text is lost')
      for (const id of inputIds) if (!messages.some((message) => message.id === id)) bad(freshIds, `MESSAGES_SNAPSHOT drops input message ${id}`)
    },
    RUN_FINISHED(event) {
      echoes(event)
      if (open().length > 0) bad('everything is closed at RUN_FINISHED', open().join(', '))
    },
  }
  return {
    texts,
    reasoning,
    calls,
    activities,
    state: () => state,
    feed: (event) => Object.hasOwn(handlers, event.type) && handlers[event.type](event),
  }
}

import type { ModelMessage, ModelRequest } from '../model/model.ts'
import { counters } from '../telemetry/counters.ts'
import { alternatingMessages } from './alternating-messages.ts'
import { type Dialect, type Droppable, dropNamed } from './dialect.ts'
import { isUnexplained } from './model-error.ts'
import type { ProviderError } from './provider-error.ts'

/** Matches errors of servers whose chat template requires other roles. */
const rolesRefused =
  /\brole|alternat|multi-?turn|chat.?template|jinja|consecutive|\b(user|assistant|system|developer)[ _-]?(query|messages?|turns?|prompts?|instructions?)|\b(first|last|initial|final) messages?|messages? (must|should|has to|have to|needs? to) (start|begin|end)/i
const systemRefused = /system|developer/i
/** Matches errors about reasoning items: of another conversation, unreadable, or no longer stored. */
const reasoningRefused = /signature|encrypted[ _]content|redacted_thinking|of type ['"`]?reasoning|\brs_\w+/i

/** Returns the messages with the roles that the chat template of the model accepts, as far as earlier refusals have shown. */
function allowedMessages(given: readonly ModelMessage[], { unsupported, refusedReasoning }: Dialect): readonly ModelMessage[] {
  const messages = given.map(({ reasoning, ...message }) => (reasoning && !refusedReasoning.has(reasoning) ? { ...message, reasoning } : message))
  if (unsupported.has('system')) return alternatingMessages(messages, { system: false })
  return unsupported.has('repeated_roles') ? alternatingMessages(messages, { system: true }) : messages
}

/** The attempts of one request, each changed by the refusals of the ones before it. */
export interface AdaptedRequest {
  /** Returns the request as it may be sent now. */
  next(): ModelRequest
  /** Notes the droppable parameters that are sent. */
  sends(parameters: readonly string[]): void
  /** Changes the next attempt. Returns true if there should be one. */
  adapt(refusal: ProviderError): boolean
}

/**
 * Adapts one request to an endpoint. A refusal that names roles leads to alternating messages of user and assistant, and then, or if the
 * system message was the fault, to its text at the beginning of the first user message; one that names a parameter drops the parameter.
 * Refused reasoning items are left out. After a 400 or 422 without a known reason, the strictest roles are tried once, and given up for good
 * if they are refused as well. All other changes stay for later requests of the same model object.
 */
export function adaptRequest(request: ModelRequest, { dialect, droppable, model }: { dialect: Dialect; droppable: Droppable; model: string }): AdaptedRequest {
  const { unsupported, refusedReasoning } = dialect
  let { messages } = request
  let sent: readonly string[] = []
  let isTrial = false
  const give = (names: readonly string[]) => {
    for (const name of names) unsupported.add(name)
    counters.adapted(model, names[0] ?? '')
    return true
  }
  const dropReasoning = ({ status, message, code }: ProviderError) => {
    const sentItems = request.messages.flatMap(({ reasoning }) => (reasoning && !refusedReasoning.has(reasoning) ? [reasoning] : []))
    if (sentItems.length === 0 || (status !== 400 && status !== 404 && status !== 422) || !reasoningRefused.test(`${code} ${message}`)) return false
    for (const items of sentItems) refusedReasoning.add(items)
    counters.adapted(model, 'reasoning_items')
    return true
  }
  const adaptNamed = (refusal: ProviderError) => {
    if (!isNamed(refusal)) return false
    const isSystemRefused = hasSystem(messages) && systemRefused.test(refusal.message) && !/alternat/i.test(refusal.message)
    return give(isSystemRefused || isAlternating(messages) ? strictest : ['repeated_roles'])
  }
  const tryStrictest = (refusal: ProviderError) => {
    if (!isUnexplained(refusal) || unsupported.has('roles_trial')) return false
    isTrial = true
    return give(strictest)
  }
  const endTrial = () => {
    for (const name of strictest) unsupported.delete(name)
    unsupported.add('roles_trial')
    return false
  }
  return {
    next: () => {
      messages = allowedMessages(request.messages, dialect)
      return { ...request, messages }
    },
    sends: (parameters) => {
      sent = parameters
    },
    adapt: (refusal) => {
      if (dropReasoning(refusal)) return true
      const mayAdapt = hasSystem(messages) || !isAlternating(messages)
      if (mayAdapt && adaptNamed(refusal)) return true
      if (dropNamed(dialect, refusal, { droppable, sent, model })) return true
      return isTrial ? endTrial() : mayAdapt && tryStrictest(refusal)
    },
  }
}

/** Stands for a system prompt in the first user message, and alternating roles. */
const strictest = ['system', 'repeated_roles']

const hasSystem = (messages: readonly ModelMessage[]) => messages[0]?.role === 'system'

/** Some servers answer 500, because the template throws. */
const isNamed = ({ status, message }: ProviderError) => (status === 400 || status === 422 || status === 500) && rolesRefused.test(message)

function isAlternating(messages: readonly ModelMessage[]): boolean {
  const said = hasSystem(messages) ? messages.slice(1) : messages
  return said.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant')) && said.at(-1)?.role === 'user'
}

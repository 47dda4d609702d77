import type { AgentInput, ClientInfo, ThreadEntry } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import type { Resolution } from './waiting.ts'

/** With what a paused run goes on; written before it does, so that whoever finds it can. */
export interface Handover {
  /** The run that goes on. */
  to: string
  /** Undefined: nobody has answered, so it asks again. */
  resolution?: Resolution
  /** What is said about answers that came with the request. */
  warnings: { code: string; text: string }[]
  /** New lines of the user, for the model. */
  messages: ModelMessage[]
  /** Ids of those lines. */
  known_message_ids: string[]
  context: AgentInput['context']
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  /** Calls that the request's messages answer already. */
  answered: string[]
  /** The user's newest line, for the thread. */
  line?: Pick<ThreadEntry, 'id' | 'text'>
  /** The user said something else instead: what follows is a turn of its own. */
  new_turn: boolean
}

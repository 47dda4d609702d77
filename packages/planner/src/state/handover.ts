import type { AgentInput, ClientInfo, ThreadEntry } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import type { Resolution } from './waiting.ts'

/** Everything that the successor of a paused run needs. It is stored before the successor starts, so that any process can start it. */
export interface Handover {
  /** Id of the run that continues. */
  to: string
  /** Undefined when nobody has answered; the run then asks again. */
  resolution?: Resolution
  /** Warnings about the answers in the request. */
  warnings: { code: string; text: string }[]
  /** New messages of the user, in the form the model reads. */
  messages: ModelMessage[]
  /** Ids of those messages. */
  known_message_ids: string[]
  context: AgentInput['context']
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  /** Ids of the calls that the messages of the request already answer. */
  answered: string[]
  /** The newest message of the user, for the thread. */
  line?: Pick<ThreadEntry, 'id' | 'text'>
  /** True when the user sent a new message instead of an answer; a new turn then begins. */
  new_turn: boolean
}

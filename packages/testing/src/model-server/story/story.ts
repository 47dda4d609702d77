import type { JsonObject } from '@pf/core'

/** A message as it was sent to the model. Content parts are joined to text. */
export interface ConversationMessage {
  role: string
  content: string
  tool_call_id?: string
  tool_calls?: ScriptedToolCall[]
}

/** A native tool call. `arguments` is JSON text, which may be incomplete. */
export interface ScriptedToolCall {
  id?: string
  name: string
  arguments: string
}

/** The result of a tool in this turn. `content` is parsed JSON if possible, otherwise the text. */
export interface ToolResult {
  name?: string
  tool_call_id?: string
  content: unknown
  /** A note that the planner added to the result. */
  note?: string
}

/** A request in the form in which a story reads it: the last question and everything after it. */
export interface Conversation {
  messages: readonly ConversationMessage[]
  /** System and developer messages, joined by a blank line. */
  system: string
  /** The last question of the user; "" if there is none. */
  lastUser: string
  /** The questions before the last one, the oldest first. */
  earlierUsers: readonly string[]
  /** Tool results since the last question, the oldest first. */
  toolResults: readonly ToolResult[]
  /** Notes of the planner since the last tool result, such as a repair prompt or the announcement of the last step. */
  notes: readonly string[]
  /** Number of the step, from 1: one more than the number of tool results since the question. */
  step: number
  /** Number of the attempt, from 1: one more than the number of replies since the last tool result that the planner refused. */
  attempt: number
  /** Model name without a fault suffix. */
  model: string
  /** The parsed request body. */
  request: JsonObject
}

/** The finish reason of a reply, with the names of OpenAI. */
export type ReplyFinish = 'stop' | 'length' | 'content_filter' | 'tool_calls'

/** One answer of the model. It is split into token-like deltas, or into deltas of `chunkSize` characters. */
export interface Reply {
  /** Reasoning, streamed first as `reasoning_content`. */
  reasoning?: string
  content: string
  refusal?: string
  toolCalls?: ScriptedToolCall[]
  /** Default: `tool_calls` if there are any, otherwise `stop`. */
  finish?: ReplyFinish
  /** Number of characters (code points) in each delta. */
  chunkSize?: number
  /** Milliseconds before each delta. Overrides the setting of the server. */
  delayMs?: number
  /** Milliseconds for the entire reply. Overrides `delayMs`. */
  durationMs?: number
}

/** The answers of the model in one kind of conversation. A list holds one reply for each step of the turn; the last one is used for all later steps. */
export interface Story {
  name: string
  match(conversation: Conversation): boolean
  reply(conversation: Conversation): Reply | readonly Reply[]
}

/** One reply, or a list with one for each step. A string is a reply with that content. */
export type StoryReply = string | Reply | readonly (string | Reply)[]

/** A story in the form in which a test writes it: `reply` may also be the reply itself. */
export interface StoryInput extends Omit<Story, 'reply'> {
  reply: StoryReply | ((conversation: Conversation) => StoryReply)
}

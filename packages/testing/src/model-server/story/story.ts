import type { JsonObject } from '@pf/core'

/** A message as the model was sent it; content parts are joined to text. */
export interface ConversationMessage {
  role: string
  content: string
  tool_call_id?: string
  tool_calls?: ScriptedToolCall[]
}

/** A native tool call; `arguments` is JSON text, whole or not. */
export interface ScriptedToolCall {
  id?: string
  name: string
  arguments: string
}

/** What came back from a tool in this turn; `content` is parsed JSON where it is JSON, else the text. */
export interface ToolResult {
  name?: string
  tool_call_id?: string
  content: unknown
  /** What the planner added to it. */
  note?: string
}

/** A request as a story reads it: the last question and everything since. */
export interface Conversation {
  messages: readonly ConversationMessage[]
  /** System and developer messages, joined by a blank line. */
  system: string
  /** The last question a person asked; "" if there is none. */
  lastUser: string
  /** The questions before it, oldest first. */
  earlierUsers: readonly string[]
  /** Tool results since the last question, oldest first. */
  toolResults: readonly ToolResult[]
  /** What the planner said since the last tool result, such as a repair prompt or that this is the last step. */
  notes: readonly string[]
  /** From 1: one more than the number of tool results since the question. */
  step: number
  /** From 1: one more than the number of replies since the last tool result that the planner sent back. */
  attempt: number
  /** Model name without a fault suffix. */
  model: string
  /** The parsed request body. */
  request: JsonObject
}

/** Why a reply ends, as OpenAI names it. */
export type ReplyFinish = 'stop' | 'length' | 'content_filter' | 'tool_calls'

/** One model answer. It is cut into token-like deltas, or into `chunkSize` characters each. */
export interface Reply {
  /** Streamed first, as `reasoning_content`. */
  reasoning?: string
  content: string
  refusal?: string
  toolCalls?: ScriptedToolCall[]
  /** Default: tool_calls if there are any, else stop. */
  finish?: ReplyFinish
  /** Characters (code points) in each delta. */
  chunkSize?: number
  /** Milliseconds before each delta; wins over the server's own. */
  delayMs?: number
  /** Milliseconds for the whole reply; wins over `delayMs`. */
  durationMs?: number
}

/** What the model says in one kind of conversation. A list holds one reply for each step of the turn; the last one stays. */
export interface Story {
  name: string
  match(conversation: Conversation): boolean
  reply(conversation: Conversation): Reply | readonly Reply[]
}

/** One reply, or a list with one for each step. A text is a reply with that content. */
export type StoryReply = string | Reply | readonly (string | Reply)[]

/** A story as a test writes it: `reply` may also be the reply itself. */
export interface StoryInput extends Omit<Story, 'reply'> {
  reply: StoryReply | ((conversation: Conversation) => StoryReply)
}

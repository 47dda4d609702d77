import type { AssistantTurn } from '@pf/react-renderers'

/** Detail of `pf-answer`: the server has ended an answer. `turn.status` is `done` or `cancelled`. */
export interface PfAnswerDetail {
  threadId: string
  turn: AssistantTurn
}

/** Detail of `pf-question`: the run waits for the user, who answers the question in the chat. */
export interface PfQuestionDetail {
  threadId: string
  turn: AssistantTurn
}

/** Detail of `pf-error`: a run failed, the conversation could not be loaded, a value of the page is not valid, or a component was not drawn. */
export interface PfErrorDetail {
  /** A code of `errorCodes` of `@pf/core`. */
  code: string
  message: string
  /** The thread of a `pf-chat`. */
  threadId?: string
}

/** Detail of `pf-thread`: the chat has started a conversation with an id of its own. */
export interface PfThreadDetail {
  threadId: string
}

/** Detail of `pf-send`: a question is sent. */
export interface PfSendDetail {
  threadId: string
  text: string
}

/** Detail of `pf-action`: a component requests an action of the page. `params` come from the model and are untrusted. */
export interface PfActionDetail {
  actionId: string
  params: Record<string, unknown>
}

/** Events of the elements by name. All of them bubble and leave shadow roots. */
export interface PfEvents {
  'pf-answer': PfAnswerDetail
  'pf-question': PfQuestionDetail
  'pf-error': PfErrorDetail
  'pf-thread': PfThreadDetail
  'pf-send': PfSendDetail
  'pf-action': PfActionDetail
}

/** Dispatches an event of an element. */
export function emit<Name extends keyof PfEvents>(element: Element, name: Name, detail: PfEvents[Name]): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}

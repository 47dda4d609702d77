// The public entry @pf/elements: defines the custom elements <pf-chat> and <pf-component>.
import { PfChatElement } from './chat/pf-chat-element.tsx'
import { PfComponentElement } from './component/pf-component-element.tsx'
import type { PfEvents } from './shared/events.ts'

export type { ElementClients } from './base/create-element-clients.ts'
export { ElementBase, type ElementValues } from './base/element-values.ts'
export { PfElement } from './base/pf-element.tsx'
export type { ComponentRequest } from './component/read-request.ts'
export type { PfActionDetail, PfAnswerDetail, PfErrorDetail, PfEvents, PfQuestionDetail, PfSendDetail, PfThreadDetail } from './shared/events.ts'
export { PfChatElement, PfComponentElement }

declare global {
  interface HTMLElementTagNameMap {
    'pf-chat': PfChatElement
    'pf-component': PfComponentElement
  }
  interface HTMLElementEventMap {
    'pf-answer': CustomEvent<PfEvents['pf-answer']>
    'pf-question': CustomEvent<PfEvents['pf-question']>
    'pf-error': CustomEvent<PfEvents['pf-error']>
    'pf-thread': CustomEvent<PfEvents['pf-thread']>
    'pf-send': CustomEvent<PfEvents['pf-send']>
    'pf-action': CustomEvent<PfEvents['pf-action']>
  }
}

const elements = { 'pf-chat': PfChatElement, 'pf-component': PfComponentElement }
// Servers have no custom elements. A second copy of this module leaves the elements of the first one as they are.
if (globalThis.customElements) for (const [name, element] of Object.entries(elements)) if (!customElements.get(name)) customElements.define(name, element)

import type { ModelMessage } from '../model/model.ts'

/** Something the planner says about the request, as data. */
export const noteMessage = (text: string): ModelMessage => ({ role: 'user', content: JSON.stringify({ client_note: text }) })

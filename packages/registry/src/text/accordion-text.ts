import type { ComponentText } from '../contracts/component-text.ts'
import { unfoldedText } from './unfolded-text.ts'

/** Every section unfolded under its title. */
export const accordionText: ComponentText = /* @__PURE__ */ unfoldedText({ list: 'items', heading: 'title', word: 'section' })

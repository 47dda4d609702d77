import type { ComponentText } from '../contracts/component-text.ts'
import { unfoldedText } from './unfolded-text.ts'

/** All sections, each below its title. */
export const accordionText: ComponentText = /* @__PURE__ */ unfoldedText({ list: 'items', heading: 'title', word: 'section' })

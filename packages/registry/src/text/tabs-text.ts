import type { ComponentText } from '../contracts/component-text.ts'
import { unfoldedText } from './unfolded-text.ts'

/** The content of all tabs, each below its label, because a text has no way to switch between them. */
export const tabsText: ComponentText = /* @__PURE__ */ unfoldedText({ list: 'tabs', heading: 'label', word: 'tab' })

import type { ComponentText } from '../contracts/component-text.ts'
import { unfoldedText } from './unfolded-text.ts'

/** Every tab under its label, as no reader of a text can switch. */
export const tabsText: ComponentText = /* @__PURE__ */ unfoldedText({ list: 'tabs', heading: 'label', word: 'tab' })

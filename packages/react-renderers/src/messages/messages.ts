import type { accordionWords } from '../renderers/accordion/words.ts'
import type { calloutWords } from '../renderers/callout/words.ts'
import type { codeWords } from '../renderers/code/words.ts'
import type { datagridWords } from '../renderers/datagrid/words.ts'
import type { echartsWords } from '../renderers/echarts/words.ts'
import type { formWords } from '../renderers/form/words.ts'
import type { imageWords } from '../renderers/image/words.ts'
import type { jsonWords } from '../renderers/json/words.ts'
import type { markdownWords } from '../renderers/markdown/words.ts'
import type { metricWords } from '../renderers/metric/words.ts'
import type { reportWords } from '../renderers/report/words.ts'
import type { tabsWords } from '../renderers/tabs/words.ts'
import type { cardWords } from './card-words.ts'
import type { partWords } from './part-words.ts'

/** All fixed words, part by part. A text is a string; one that says something of a value is a function of it. */
export interface Messages {
  /** Buttons and labels that several parts have. */
  parts: typeof partWords
  /** What stands in the place of a component. */
  cards: typeof cardWords
  accordion: typeof accordionWords
  callout: typeof calloutWords
  code: typeof codeWords
  datagrid: typeof datagridWords
  echarts: typeof echartsWords
  form: typeof formWords
  image: typeof imageWords
  json: typeof jsonWords
  markdown: typeof markdownWords
  metric: typeof metricWords
  report: typeof reportWords
  tabs: typeof tabsWords
}

/** Words of the app's own, as few or many of them as it wants; the others stay English. */
export type MessageOverrides = { readonly [Part in keyof Messages]?: Readonly<Partial<Messages[Part]>> }

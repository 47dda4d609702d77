import type { draftWords } from '../drafts/words.ts'
import type { labWords } from '../lab/words.ts'
import type { accordionWords } from '../renderers/accordion/words.ts'
import type { calloutWords } from '../renderers/callout/words.ts'
import type { codeWords } from '../renderers/code/words.ts'
import type { confirmWords } from '../renderers/confirm/words.ts'
import type { datagridWords } from '../renderers/datagrid/words.ts'
import type { chartSummary } from '../renderers/echarts/chart-summary.ts'
import type { echartsWords } from '../renderers/echarts/words.ts'
import type { embedWords } from '../renderers/embed/words.ts'
import type { formWords } from '../renderers/form/words.ts'
import type { htmlWords } from '../renderers/html/words.ts'
import type { imageWords } from '../renderers/image/words.ts'
import type { jsonWords } from '../renderers/json/words.ts'
import type { latexWords } from '../renderers/latex/words.ts'
import type { markdownWords } from '../renderers/markdown/words.ts'
import type { mermaidWords } from '../renderers/mermaid/words.ts'
import type { metricWords } from '../renderers/metric/words.ts'
import type { plotToolWords } from '../renderers/plotly/plot-tool-words.ts'
import type { plotlyWords } from '../renderers/plotly/words.ts'
import type { reportWords } from '../renderers/report/words.ts'
import type { selectWords } from '../renderers/select/words.ts'
import type { askWords } from '../renderers/shared/ask-words.ts'
import type { chartTableWords } from '../renderers/shared/chart-table-words.ts'
import type { tabsWords } from '../renderers/tabs/words.ts'
import type { videoWords } from '../renderers/video/words.ts'
import type { cardWords } from './card-words.ts'
import type { partWords } from './part-words.ts'

/** All fixed words, part by part. A text is a string; one that says something of a value is a function of it. */
export interface Messages {
  /** Buttons and labels that several parts have, and the small parts of a turn. */
  parts: typeof partWords
  /** What stands in the place of a component. */
  cards: typeof cardWords
  /** What all questions have. */
  ask: typeof askWords
  accordion: typeof accordionWords
  callout: typeof calloutWords
  /** Headings of a chart's data as a table. */
  chartTable: typeof chartTableWords
  code: typeof codeWords
  confirm: typeof confirmWords
  datagrid: typeof datagridWords
  drafts: typeof draftWords
  echarts: typeof echartsWords & typeof chartSummary
  embed: typeof embedWords
  form: typeof formWords
  html: typeof htmlWords
  image: typeof imageWords
  json: typeof jsonWords
  /** The Component Lab. */
  lab: typeof labWords
  latex: typeof latexWords
  markdown: typeof markdownWords
  mermaid: typeof mermaidWords
  metric: typeof metricWords
  plotly: typeof plotlyWords & typeof plotToolWords
  report: typeof reportWords
  select: typeof selectWords
  tabs: typeof tabsWords
  video: typeof videoWords
}

/** Words of the app's own, as few or many of them as it wants; the others stay English. */
export type MessageOverrides = { readonly [Part in keyof Messages]?: Readonly<Partial<Messages[Part]>> }

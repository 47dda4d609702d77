import type { accordionMessages } from './accordion.ts'
import type { calloutMessages } from './callout.ts'
import type { cardMessages } from './cards.ts'
import type { chartSummaryMessages } from './chart-summary.ts'
import type { chartTableMessages } from './chart-table.ts'
import type { chatMessages } from './chat.ts'
import type { codeMessages } from './code.ts'
import type { confirmMessages } from './confirm.ts'
import type { dataMessages } from './data.ts'
import type { datagridMessages } from './datagrid.ts'
import type { draftMessages } from './drafts.ts'
import type { echartsMessages } from './echarts.ts'
import type { embedMessages } from './embed.ts'
import type { figureMessages } from './figures.ts'
import type { formMessages } from './form.ts'
import type { htmlMessages } from './html.ts'
import type { imageMessages } from './image.ts'
import type { jsonMessages } from './json.ts'
import type { labMessages } from './lab.ts'
import type { latexMessages } from './latex.ts'
import type { markdownMessages } from './markdown.ts'
import type { mermaidMessages } from './mermaid.ts'
import type { metricMessages } from './metric.ts'
import type { partMessages } from './parts.ts'
import type { plotlyMessages } from './plotly.ts'
import type { plotlyToolMessages } from './plotly-tools.ts'
import type { questionMessages } from './questions.ts'
import type { reportMessages } from './report.ts'
import type { selectMessages } from './select.ts'
import type { tabsMessages } from './tabs.ts'
import type { taskMessages } from './tasks.ts'
import type { threadMessages } from './threads.ts'
import type { videoMessages } from './video.ts'

/** All fixed texts of the user interface by part. A message with values is a function of these values. */
export interface Messages {
  /** Labels that several parts share, and the small parts of a turn. */
  parts: typeof partMessages
  /** Cards that replace a component. */
  cards: typeof cardMessages
  /** Messages that all questions share. */
  question: typeof questionMessages
  accordion: typeof accordionMessages
  callout: typeof calloutMessages
  /** Column headings for the data of a chart as a table. */
  chartTable: typeof chartTableMessages
  /** The chat of `@pf/react-renderers/chat`. */
  chat: typeof chatMessages
  code: typeof codeMessages
  confirm: typeof confirmMessages
  /** Data that was only partly loaded or shown. */
  data: typeof dataMessages
  datagrid: typeof datagridMessages
  drafts: typeof draftMessages
  echarts: typeof echartsMessages & typeof chartSummaryMessages
  embed: typeof embedMessages
  /** The sources of figures of `@pf/react-renderers/provenance`. */
  figures: typeof figureMessages
  form: typeof formMessages
  html: typeof htmlMessages
  image: typeof imageMessages
  json: typeof jsonMessages
  /** The Component Lab. */
  lab: typeof labMessages
  latex: typeof latexMessages
  markdown: typeof markdownMessages
  mermaid: typeof mermaidMessages
  metric: typeof metricMessages
  plotly: typeof plotlyMessages & typeof plotlyToolMessages
  report: typeof reportMessages
  select: typeof selectMessages
  tabs: typeof tabsMessages
  /** The panel of background work. */
  tasks: typeof taskMessages
  /** The list of conversations of `@pf/react-renderers/chat`. */
  threads: typeof threadMessages
  video: typeof videoMessages
}

/** Messages that the app replaces. Messages that are left out stay English. */
export type MessageOverrides = { readonly [Part in keyof Messages]?: Readonly<Partial<Messages[Part]>> }

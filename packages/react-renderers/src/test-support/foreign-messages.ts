import { accordionMessages } from '../messages/accordion.ts'
import { calloutMessages } from '../messages/callout.ts'
import { cardMessages } from '../messages/cards.ts'
import { chartSummaryMessages } from '../messages/chart-summary.ts'
import { chartTableMessages } from '../messages/chart-table.ts'
import { chatMessages } from '../messages/chat.ts'
import { codeMessages } from '../messages/code.ts'
import { confirmMessages } from '../messages/confirm.ts'
import { dataMessages } from '../messages/data.ts'
import { datagridMessages } from '../messages/datagrid.ts'
import { draftMessages } from '../messages/drafts.ts'
import { echartsMessages } from '../messages/echarts.ts'
import { embedMessages } from '../messages/embed.ts'
import { figureMessages } from '../messages/figures.ts'
import { formMessages } from '../messages/form.ts'
import { htmlMessages } from '../messages/html.ts'
import { imageMessages } from '../messages/image.ts'
import { jsonMessages } from '../messages/json.ts'
import { labMessages } from '../messages/lab.ts'
import { latexMessages } from '../messages/latex.ts'
import { markdownMessages } from '../messages/markdown.ts'
import { mermaidMessages } from '../messages/mermaid.ts'
import type { MessageOverrides, Messages } from '../messages/messages.ts'
import { metricMessages } from '../messages/metric.ts'
import { partMessages } from '../messages/parts.ts'
import { plotlyMessages } from '../messages/plotly.ts'
import { plotlyToolMessages } from '../messages/plotly-tools.ts'
import { questionMessages } from '../messages/questions.ts'
import { reportMessages } from '../messages/report.ts'
import { selectMessages } from '../messages/select.ts'
import { tabsMessages } from '../messages/tabs.ts'
import { taskMessages } from '../messages/tasks.ts'
import { threadMessages } from '../messages/threads.ts'
import { videoMessages } from '../messages/video.ts'

const english: Messages = {
  parts: partMessages,
  cards: cardMessages,
  question: questionMessages,
  accordion: accordionMessages,
  callout: calloutMessages,
  chartTable: chartTableMessages,
  chat: chatMessages,
  code: codeMessages,
  confirm: confirmMessages,
  data: dataMessages,
  datagrid: datagridMessages,
  drafts: draftMessages,
  echarts: { ...echartsMessages, ...chartSummaryMessages },
  embed: embedMessages,
  figures: figureMessages,
  form: formMessages,
  html: htmlMessages,
  image: imageMessages,
  json: jsonMessages,
  lab: labMessages,
  latex: latexMessages,
  markdown: markdownMessages,
  mermaid: mermaidMessages,
  metric: metricMessages,
  plotly: { ...plotlyMessages, ...plotlyToolMessages },
  report: reportMessages,
  select: selectMessages,
  tabs: tabsMessages,
  tasks: taskMessages,
  threads: threadMessages,
  video: videoMessages,
}

/** Converts text to full-width letters. English words in ASCII letters were therefore not written by the messages. */
export const wide = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
const foreign = (word: unknown): unknown =>
  typeof word === 'function' ? (...given: unknown[]) => wide(String(word(...given))) : typeof word === 'string' ? wide(word) : word
/** All messages in full-width letters. */
export const foreignMessages = Object.fromEntries(
  Object.entries(english).map(([part, words]) => [part, Object.fromEntries(Object.entries(words).map(([key, word]) => [key, foreign(word)]))]),
) as MessageOverrides

const NAMES = ['aria-label', 'aria-valuetext', 'aria-description', 'aria-roledescription', 'title', 'alt', 'placeholder']
/** Units and currencies, which Intl does not translate. */
const KNOWN = /^(?:[kMGT]?B|USD|EUR|px)$/

/** Returns words in ASCII letters that a reader sees or hears and that are not part of the payload. */
export function englishIn(box: HTMLElement, payload: unknown): string[] {
  const given = JSON.stringify(payload).toLowerCase()
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const said: string[] = []
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('math, .katex, script, style, .pf-card code')) said.push(walker.currentNode.textContent ?? '')
  for (const element of box.querySelectorAll('*')) for (const name of NAMES) said.push(element.getAttribute(name) ?? '')
  const words = said.flatMap((text) => text.replace(/\bxn--[\w-]+/g, '').match(/[A-Za-z]{2,}/g) ?? [])
  return [...new Set(words)].filter((word) => !KNOWN.test(word) && !given.includes(word.toLowerCase()))
}

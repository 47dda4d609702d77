import { draftWords } from '../drafts/words.ts'
import { labWords } from '../lab/words.ts'
import { cardWords } from '../messages/card-words.ts'
import type { MessageOverrides, Messages } from '../messages/messages.ts'
import { partWords } from '../messages/part-words.ts'
import { accordionWords } from '../renderers/accordion/words.ts'
import { calloutWords } from '../renderers/callout/words.ts'
import { codeWords } from '../renderers/code/words.ts'
import { confirmWords } from '../renderers/confirm/words.ts'
import { datagridWords } from '../renderers/datagrid/words.ts'
import { chartSummary } from '../renderers/echarts/chart-summary.ts'
import { echartsWords } from '../renderers/echarts/words.ts'
import { embedWords } from '../renderers/embed/words.ts'
import { formWords } from '../renderers/form/words.ts'
import { htmlWords } from '../renderers/html/words.ts'
import { imageWords } from '../renderers/image/words.ts'
import { jsonWords } from '../renderers/json/words.ts'
import { latexWords } from '../renderers/latex/words.ts'
import { markdownWords } from '../renderers/markdown/words.ts'
import { mermaidWords } from '../renderers/mermaid/words.ts'
import { metricWords } from '../renderers/metric/words.ts'
import { plotToolWords } from '../renderers/plotly/plot-tool-words.ts'
import { plotlyWords } from '../renderers/plotly/words.ts'
import { reportWords } from '../renderers/report/words.ts'
import { selectWords } from '../renderers/select/words.ts'
import { askWords } from '../renderers/shared/ask-words.ts'
import { chartTableWords } from '../renderers/shared/chart-table-words.ts'
import { tabsWords } from '../renderers/tabs/words.ts'
import { videoWords } from '../renderers/video/words.ts'

const english: Messages = {
  parts: partWords,
  cards: cardWords,
  ask: askWords,
  accordion: accordionWords,
  callout: calloutWords,
  chartTable: chartTableWords,
  code: codeWords,
  confirm: confirmWords,
  datagrid: datagridWords,
  drafts: draftWords,
  echarts: { ...echartsWords, ...chartSummary },
  embed: embedWords,
  form: formWords,
  html: htmlWords,
  image: imageWords,
  json: jsonWords,
  lab: labWords,
  latex: latexWords,
  markdown: markdownWords,
  mermaid: mermaidWords,
  metric: metricWords,
  plotly: { ...plotlyWords, ...plotToolWords },
  report: reportWords,
  select: selectWords,
  tabs: tabsWords,
  video: videoWords,
}

/** Letters of another script: what stays in ours was not written by the messages. */
export const wide = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
const foreign = (word: unknown): unknown =>
  typeof word === 'function' ? (...given: unknown[]) => wide(String(word(...given))) : typeof word === 'string' ? wide(word) : word
/** All messages in letters of another script. */
export const foreignMessages = Object.fromEntries(
  Object.entries(english).map(([part, words]) => [part, Object.fromEntries(Object.entries(words).map(([key, word]) => [key, foreign(word)]))]),
) as MessageOverrides

const NAMES = ['aria-label', 'aria-valuetext', 'aria-description', 'aria-roledescription', 'title', 'alt', 'placeholder']
/** Units and currencies, which Intl leaves as they are. */
const KNOWN = /^(?:[kMGT]?B|USD|EUR|px)$/

/** Words in our letters that a reader sees or hears, and that the payload does not hold. */
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

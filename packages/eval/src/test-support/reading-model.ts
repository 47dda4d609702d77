import { isRecord } from '@pf/core/internal'
import type { Conversation, Story } from '@pf/testing'
import { propsFor } from './props-for.ts'

/**
 * A stand-in for a model that chooses a component by reading the catalogue in its prompt, and nothing else: it looks for the words of a need
 * in the descriptions, so a description that says something else changes its choice. It knows no name of a component before it has read it.
 */
export const readingModel: Story = {
  name: 'reader',
  match: () => true,
  reply: (conversation) => ({ content: JSON.stringify(nextAction(conversation)), chunkSize: 100_000 }),
}

interface Line {
  name: string
  pauses: boolean
  words: Set<string>
}

/** What a question asks for, and the words in which a description would promise it. */
const needs: readonly [RegExp, string][] = [
  [/develop|entwickelt|推移|temperature of the last/i, 'chart trends'],
  [/in a chart|as a chart|gráfico|beside each other|relation between|hours against/i, 'chart comparisons'],
  [/share of|distributed/i, 'chart shares distributions'],
  [/\blist\b|\blista\b|一覧|search through|transactions|which ten|compare these|zeig mir alle/i, 'table lists query results'],
  [/kpi|key figure|kennzahl|compared with last/i, 'key figure KPIs totals changes'],
  [/dashboard|panel|ダッシュボード/i, 'dashboard several components side by side'],
  [/3d surface/i, 'scientific 3D surfaces'],
  [/error bars/i, 'scientific error bars'],
  [/draw the|talk to each other|balkenplan|how are the tables/i, 'diagram flows sequences entities Gantt'],
  [/\bsql\b|python|what changed in/i, 'source code snippets diffs'],
  [/formula|formel/i, 'formula equations'],
  [/raw response|configuration of/i, 'raw structured data API responses configuration'],
  [/must not miss|bien visible/i, 'highlighted note warnings tips'],
  [/opens when|folded/i, 'folded sections FAQs details'],
  [/switch between|wechseln/i, 'views switch'],
  [/report|bericht/i, 'document sections'],
  [/photo|写真/i, 'picture photos'],
  [/\bvideo\b|vídeo/i, 'video clips'],
  [/\bmap\b|地図/i, 'page another site maps'],
  [/animation|mixer/i, 'free HTML sandbox demos'],
  [/ask me for everything|frag mich|let me set/i, 'several inputs parameters'],
  [/^delete|^envía/i, 'yes undone'],
  [/which one|let me choose|選ばせて/i, 'choice alternatives'],
]

const metaTool = /^(?:render_|update_|describe_|search_|list_artifacts|ui_)/

function nextAction({ system, lastUser, toolResults, messages }: Conversation): unknown {
  const tool = [...system.matchAll(/^- ([a-z_0-9]+): .*\n {2}args: /gm)].map(([, name = '']) => name).find((name) => !metaTool.test(name))
  if (tool !== undefined && toolResults.length === 0) return { next_node: tool, args: {} }
  const data = toolResults[0]?.content
  const isShown = toolResults.some(({ content }) => typeof content === 'object' && content !== null && 'ok' in content)
  if (isShown) return finish(data)
  const chosen = choose(readCatalog(system), lastUser)
  const ref = /ref=([A-Za-z_][\w.#]*)/.exec(messages.at(-1)?.content ?? '')?.[1]
  const props = chosen && propsFor(chosen.name, { question: lastUser, data: isRecord(data) ? data : {}, ref })
  if (!chosen || !props) return finish(data)
  return chosen.pauses ? { next_node: `ui_${chosen.name}`, args: props } : { next_node: 'render_component', args: { component: chosen.name, props } }
}

/** Reads the lines `- need: name(props) - when` of the catalogue. */
function readCatalog(system: string): Line[] {
  return [...system.matchAll(/^- (.+): ([a-z0-9_]+)\([^)]*\)( PAUSES)? - (.+)$/gm)].map(([, need = '', name = '', pauses, when = '']) => ({
    name,
    pauses: pauses !== undefined,
    words: new Set(wordsOf(`${need} ${when}`)),
  }))
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

/** Returns the component whose description has most of the words of the need; rare words count more. Undefined if no description has one. */
function choose(lines: readonly Line[], question: string): Line | undefined {
  const wanted = needs.flatMap(([cue, words]) => (cue.test(question) ? wordsOf(words) : []))
  const weight = (word: string) => 1 / Math.max(1, lines.filter(({ words }) => words.has(word)).length)
  const scored = lines.map((line) => ({ line, score: wanted.reduce((sum, word) => sum + (line.words.has(word) ? weight(word) : 0), 0) }))
  const best = scored.sort((a, b) => b.score - a.score)[0]
  return best && best.score > 0 ? best.line : undefined
}

/** Answers with what the tool said in text and numbers. */
function finish(data: unknown): unknown {
  const facts = isRecord(data)
    ? Object.entries(data).filter(([, value]) => /^(?:string|number)$/.test(typeof value) && !String(value).startsWith('<artifact'))
    : []
  return { next_node: 'final_response', args: { answer: facts.map(([name, value]) => `${name}: ${value}`).join(', ') || 'Here it is.' } }
}

import type { JsonValue } from '@pf/core'

/** What a heuristic has found in a result. */
export type Finding = 'instructions' | 'role_markers' | 'action_json' | 'hidden_text' | 'exfiltrating_link'

/** Only so many characters of a result are looked at. */
const maxChars = 200_000
const maxDepth = 100

// Every gap in a pattern has a limit, so that the work grows with the length of the text alone.
const patterns: readonly (readonly [Finding, RegExp])[] = [
  [
    'instructions',
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|directions)\b|\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisung|regel|vorgabe)|\b(?:ignore[rz]?|oublie[rz]?)\b.{0,40}\binstructions\b|\b(?:ignora|olvida)\b.{0,40}\binstrucciones\b|忽略.{0,12}(?:指令|指示|说明)|(?:指示|命令)を無視/isu,
  ],
  [
    'instructions',
    /\b(?:new|updated|real|hidden|secret|system) (?:instructions?|prompt|directive)s?\s*:|\byou are now\b.{0,40}\b(?:assistant|agent|mode|dan|ai)\b/isu,
  ],
  [
    'instructions',
    /\b(?:as an ai|dear|attention|note to|instructions? (?:for|to)|message (?:for|to)) (?:the |any |all )?(?:ai|llm|assistant|agent|language model|chatbot)s?\b|\b(?:assistant|agent|ai|llm)s? (?:reading|processing|summari[sz]ing) this\b/isu,
  ],
  [
    'instructions',
    /\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show)\b.{0,24}\b(?:the )?user\b|\bwithout (?:telling|asking|informing) the user\b/isu,
  ],
  [
    'instructions',
    /\b(?:reveal|print|repeat|output|send|leak)\b.{0,24}\b(?:your|the) (?:system prompt|api keys?|passwords?|credentials|conversation|instructions)\b|\b(?:call|invoke|use|run) the (?:tool|function)\b.{0,40}\b(?:with|and|to)\b/isu,
  ],
  [
    'role_markers',
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|?>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|untrusted)[ >-]/iu,
  ],
  ['role_markers', /(?:^|\n)\s{0,8}(?:#{1,4} ?)?(?:system|assistant|human|developer) ?(?:message|prompt)?:/iu],
  ['action_json', /["']?(?:next_node|tool_calls|function_call|action_input)["']?\s{0,4}:\s{0,4}["'[{]|<\/?(?:tool_call|function_calls|invoke|tool_use)\b/iu],
  ['hidden_text', /[\u202a\u202b\u202d\u202e]|(?<!\u{1f3f4}[\u{e0000}-\u{e007f}]{0,16})[\u{e0000}-\u{e007f}]|[a-z0-9][\u200b\u2060\ufeff]{1,40}[a-z0-9]/iu],
  [
    'hidden_text',
    /(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0(?:px|pt|em)?\s?[;"']|opacity\s?:\s?0\s?[;"']|color\s?:\s?(?:#fff(?:fff)?|white)\s?[;"'])/iu,
  ],
  ['exfiltrating_link', /!\[[^\]\n]{0,200}\]\(\s?https?:\/\/[^)\s]{1,400}\?[^)\s]{0,400}(?:=|\{|%7b)/iu],
  [
    'exfiltrating_link',
    /https?:\/\/[^\s"'<>)]{1,400}[?&](?:data|d|q|text|payload|prompt|secret|token|content|exfil|leak|conversation|c)=(?:\{|\[|<|%7b|%5b|\$|YOUR|USER|INSERT)/iu,
  ],
]

/**
 * Returns what looks like an attempt to give orders to a model, or to hide something from the reader, in the texts of a result. These are
 * heuristics: they miss attempts, and find some in harmless texts, so that nothing may be allowed because they found nothing.
 */
export function findInstructions(value: JsonValue): Finding[] {
  const found = new Set<Finding>()
  let left = maxChars
  const visit = (part: JsonValue, depth: number): void => {
    if (left <= 0 || depth > maxDepth) return
    if (typeof part === 'string') {
      const text = part.slice(0, left)
      left -= text.length
      for (const [finding, pattern] of patterns) if (!found.has(finding) && pattern.test(text)) found.add(finding)
    } else if (typeof part === 'object' && part !== null)
      for (const [key, member] of Object.entries(part)) {
        if (!Array.isArray(part)) visit(key, maxDepth)
        visit(member, depth + 1)
      }
  }
  visit(value, 0)
  if (isAction(value)) found.add('action_json')
  return [...found].sort()
}

/** True for a value that is itself an action of the planner. */
const isAction = (value: JsonValue) => typeof value === 'object' && value !== null && !Array.isArray(value) && 'next_node' in value && 'args' in value

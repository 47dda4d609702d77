import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { selectMessages } from '../../messages/select.ts'
import { plainText } from '../../text/plain-text.ts'

/** An alternative as it is drawn. */
export interface DrawnOption {
  value: string
  label: string
  description: string
  icon: unknown
  disabled: boolean
  facts: readonly (readonly [string, string])[]
}

/** A choice as it is drawn; what does not fit is left out. */
export interface DrawnChoice {
  options: readonly DrawnOption[]
  multiple: boolean
  least: number
  most: number
  layout: 'list' | 'grid' | 'cards'
  searchable: boolean
}

const words = (value: unknown, limit: number) => (typeof value === 'string' ? plainText(value, limit) : '')
const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined)

/** Reads the props of a choice, also unfinished ones. */
export function readChoice(props: JsonObject): DrawnChoice {
  const options = (Array.isArray(props.options) ? props.options : []).flatMap(readOption)
  const seen = new Set<string>()
  const own = options.filter(({ value }) => !seen.has(value) && seen.add(value))
  const multiple = props.multiple === true
  const most = multiple ? Math.max(1, whole(props.maxSelections) ?? own.length) : 1
  const least = Math.min(whole(props.minSelections) ?? 1, most)
  const layout = props.layout === 'grid' || props.layout === 'cards' ? props.layout : 'list'
  return { options: own, multiple, least, most, layout, searchable: props.searchable === true }
}

function readOption(option: unknown): DrawnOption[] {
  if (!isRecord(option) || typeof option.value !== 'string') return []
  const facts = Object.entries(isRecord(option.metadata) ? option.metadata : {}).slice(0, 20)
  return [
    {
      value: option.value,
      label: words(option.label, 300) || plainText(option.value, 300),
      description: words(option.description, 600),
      icon: option.icon,
      disabled: option.disabled === true,
      facts: facts.map(([name, value]) => [plainText(name, 60), plainText(value === null ? '–' : String(value), 120)] as const),
    },
  ]
}

/** The options whose words hold all words that are searched for. */
export function matching(options: readonly DrawnOption[], search: string): readonly DrawnOption[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return options
  return options.filter(({ label, description }) => {
    const text = `${label} ${description}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** How many may be chosen, in the page's words. */
export function boundsText({ multiple, least, most, options }: DrawnChoice, words: typeof selectMessages): string {
  if (!multiple) return least === 0 ? words.oneOrNone : words.one
  return words.several({ least, most: least < most && most >= options.length ? undefined : most })
}

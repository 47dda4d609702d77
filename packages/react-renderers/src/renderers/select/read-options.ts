import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { selectMessages } from '../../messages/select.ts'
import { plainLine, plainText } from '../../text/plain-text.ts'

/** An option of a choice. */
export interface ChoiceOption {
  value: string
  label: string
  description: string
  icon: unknown
  disabled: boolean
  facts: readonly (readonly [string, string])[]
}

/** A choice read from props; invalid parts are left out. */
export interface ChoiceModel {
  options: readonly ChoiceOption[]
  multiple: boolean
  min: number
  max: number
  layout: 'list' | 'grid' | 'cards'
  searchable: boolean
}

const nonNegativeInteger = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined)

/** Reads the props of a choice, which may be incomplete. */
export function readChoice(props: JsonObject): ChoiceModel {
  const options = (Array.isArray(props.options) ? props.options : []).flatMap(readOption)
  const seen = new Set<string>()
  const own = options.filter(({ value }) => !seen.has(value) && seen.add(value))
  const multiple = props.multiple === true
  const max = multiple ? Math.max(1, nonNegativeInteger(props.maxSelections) ?? own.length) : 1
  const min = Math.min(nonNegativeInteger(props.minSelections) ?? 1, max)
  const layout = props.layout === 'grid' || props.layout === 'cards' ? props.layout : 'list'
  return { options: own, multiple, min, max, layout, searchable: props.searchable === true }
}

function readOption(option: unknown): ChoiceOption[] {
  if (!isRecord(option) || typeof option.value !== 'string') return []
  const facts = Object.entries(isRecord(option.metadata) ? option.metadata : {}).slice(0, 20)
  return [
    {
      value: option.value,
      label: plainLine(option.label, 300) || plainText(option.value, 300),
      description: plainLine(option.description, 600),
      icon: option.icon,
      disabled: option.disabled === true,
      facts: facts.map(([name, value]) => [plainText(name, 60), plainText(value === null ? '–' : String(value), 120)] as const),
    },
  ]
}

/** Returns the options that contain all words of the search text. */
export function matching(options: readonly ChoiceOption[], search: string): readonly ChoiceOption[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return options
  return options.filter(({ label, description }) => {
    const text = `${label} ${description}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** Returns a sentence that states how many options can be chosen. */
export function boundsText({ multiple, min, max, options }: ChoiceModel, plainLine: typeof selectMessages): string {
  if (!multiple) return min === 0 ? plainLine.oneOrNone : plainLine.one
  return plainLine.several({ min, max: min < max && max >= options.length ? undefined : max })
}

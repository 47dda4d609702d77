import type { JsonObject, JsonValue } from '@pf/core'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { FormRenderer } from '../renderers/form.tsx'

/** A form with a field of every type, each with a default if its type supports one. */
export const everyField: JsonObject = {
  title: 'Report settings',
  description: 'Drafts take about a minute.',
  submitLabel: 'Build report',
  fields: [
    { name: 'carriers', type: 'text', label: 'Carriers', default: 'AA, UA', helpText: 'Codes, separated by commas', width: 'half' },
    { name: 'threshold', type: 'number', label: 'Threshold', default: 15, validation: { min: 0, max: 60 }, width: 'half' },
    { name: 'copy_to', type: 'email', default: 'ops@example.org', width: 'half' },
    { name: 'key', type: 'password', label: 'Key of the archive', width: 'half' },
    { name: 'hook', type: 'url', label: 'Web hook', default: 'https://example.org/hook', width: 'third' },
    { name: 'phone', type: 'tel', label: 'Telephone', default: '+1 555 0100', width: 'third' },
    { name: 'tint', type: 'color', label: 'Tint', default: '#0a84ff', width: 'third' },
    { name: 'notes', type: 'textarea', label: 'Notes', default: 'Two\nlines' },
    { name: 'period', type: 'select', label: 'Period', options: ['This month', 'Last month'], default: 'Last month', width: 'half' },
    {
      name: 'regions',
      type: 'multiselect',
      label: 'Regions',
      options: [
        { value: 'emea', label: 'Europe' },
        { value: 'apac', label: 'Asia Pacific' },
      ],
      default: ['emea'],
    },
    { name: 'terms', type: 'checkbox', label: 'Figures may be shared', default: true, required: true },
    { name: 'paper', type: 'radio', label: 'Paper', options: ['A4', 'Letter'], default: 'A4' },
    { name: 'forecast', type: 'switch', label: 'With forecast', default: true },
    { name: 'from', type: 'date', label: 'From', default: '2025-03-31', width: 'third' },
    { name: 'at', type: 'datetime', label: 'Send at', default: '2025-03-31T14:30', width: 'third' },
    { name: 'daily', type: 'time', label: 'Every day at', default: '08:00', width: 'third' },
    { name: 'figures', type: 'file', label: 'Figures', validation: { accept: ['.csv', 'text/csv'], maxBytes: 1_000_000 } },
    { name: 'share', type: 'range', label: 'Share', default: 30, validation: { min: 0, max: 100, step: 5 } },
  ],
}

/** The answer to `everyField` if nothing is changed. */
export const everyDefault: JsonObject = {
  carriers: 'AA, UA',
  threshold: 15,
  copy_to: 'ops@example.org',
  hook: 'https://example.org/hook',
  phone: '+1 555 0100',
  tint: '#0a84ff',
  notes: 'Two\nlines',
  period: 'Last month',
  regions: ['emea'],
  terms: true,
  paper: 'A4',
  forecast: true,
  from: '2025-03-31',
  at: '2025-03-31T14:30',
  daily: '08:00',
  share: 30,
}

/** Creates an interaction for tests, which records submitted answers. */
export function asked(more: Partial<RendererInteraction> = {}): RendererInteraction & { sent: JsonValue[]; left: number } {
  const interaction = {
    state: 'open' as const,
    sent: [] as JsonValue[],
    left: 0,
    submit: (result: JsonValue) => void interaction.sent.push(result),
    cancel: () => {
      interaction.left += 1
    },
    ...more,
  }
  return interaction
}

export const formOf = (...fields: JsonObject[]): JsonObject => ({ fields })

interface AskProps {
  props: JsonObject
  interaction?: RendererInteraction
  streaming?: boolean
}

/** Renders the form as a page does. */
export function Ask({ props, interaction, streaming = false }: AskProps) {
  return (
    <section className="pf-component" aria-label="Question">
      <FormRenderer props={props} id="a" streaming={streaming} renderNested={() => null} {...(interaction ? { interaction } : {})} />
    </section>
  )
}

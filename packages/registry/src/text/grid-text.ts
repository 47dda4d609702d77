import type { ComponentText, TextContext } from './component-text.ts'
import { count, listAt, textAt, valueAt } from './parts.ts'

const mostItems = 200

/** The text of every cell under its title. */
export const gridText: ComponentText = {
  full: (props, context) => cells(props, context).join('\n\n'),
  short: (props, context) => `${count(listAt(props, 'items').length, 'part')}: ${cells(props, context, 8).join('; ')}`,
}

function cells(props: Readonly<Record<string, unknown>>, context: TextContext, most = mostItems): string[] {
  return listAt(props, 'items')
    .slice(0, most)
    .map((item) => [textAt(item, 'title'), context.nested(valueAt(item, 'component'), valueAt(item, 'props'))].filter(Boolean).join('\n'))
}

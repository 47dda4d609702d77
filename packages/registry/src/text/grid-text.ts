import type { ComponentText, TextContext } from '../contracts/component-text.ts'
import { joined } from './joined.ts'
import { count, listAt, textAt, valueAt } from './parts.ts'

const maxItems = 200

/** The text of every cell below its title. */
export const gridText: ComponentText = {
  full: (props, context) => joined(cells(props, context, maxItems), '\n\n'),
  short: (props, context) => `${count(listAt(props, 'items').length, 'part')}: ${joined(cells(props, context, 8), '; ')}`,
}

function* cells(props: Readonly<Record<string, unknown>>, context: TextContext, max: number): Generator<string> {
  for (const item of listAt(props, 'items').slice(0, max))
    yield [textAt(item, 'title'), context.nested(valueAt(item, 'component'), valueAt(item, 'props'))].filter(Boolean).join('\n')
}

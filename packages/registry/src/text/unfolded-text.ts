import type { ComponentText, TextContext } from '../contracts/component-text.ts'
import { joined } from './joined.ts'
import { count, listAt, textAt, valueAt } from './parts.ts'

const maxItems = 200

/** The prop with the parts of a layout, the prop with their headings, and the noun for a part. */
export interface UnfoldedLayout {
  list: string
  heading: string
  word: string
}

/** Creates the text form of a layout that shows one part at a time: all parts, each below its heading. */
export function unfoldedText({ list, heading, word }: UnfoldedLayout): ComponentText {
  return {
    full: (props, context) => joined(parts(listAt(props, list).slice(0, maxItems), heading, context), '\n\n'),
    short: (props) => {
      const items = listAt(props, list)
      const names = items.slice(0, 20).map((item) => textAt(item, heading))
      return `${count(items.length, word)}: ${names.join('; ')}`
    },
  }
}

function* parts(items: readonly unknown[], heading: string, context: TextContext): Generator<string> {
  for (const item of items) {
    const component = valueAt(item, 'component')
    const inner = component === undefined ? '' : context.nested(component, valueAt(item, 'props'))
    yield [textAt(item, heading), textAt(item, 'content'), inner].filter(Boolean).join('\n')
  }
}

import type { ComponentText } from '../contracts/component-text.ts'
import { address } from './address.ts'
import { textAt } from './parts.ts'

type Props = Readonly<Record<string, unknown>>

/** The description of the picture, its caption and its address. */
export const imageText: ComponentText = {
  full: (props) => [line(props), address(props.src)].filter(Boolean).join('\n'),
  short: line,
}

function line(props: Props): string {
  const [alt, caption] = [textAt(props, 'alt'), textAt(props, 'caption')]
  const words = alt === caption ? alt : [alt, caption].filter(Boolean).join('. ')
  return `Image: ${words || 'without description'}`
}

import { useSyncExternalStore } from 'react'
import { roughWidth, textWidth } from './column-widths.ts'

const never = () => () => {}
const measured = () => textWidth
const rough = () => roughWidth

/** How wide texts are: measured, but estimated on a server and in the first drawing over what it sent, which must be the same. */
export const useTextWidth = (): ((text: string) => number) => useSyncExternalStore(never, measured, rough)

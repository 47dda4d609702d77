import { isRecord } from '@pf/core/internal'
import { parseJson } from '../conversation/read-observation.ts'

const sentence = 'The quick brown fox jumps over the lazy dog. '

/** Text of `length` characters in the form of the reply it stands for: a final_response where that is an action, else prose. */
export function filler(content: string, length: number): string {
  if (!isRecord(parseJson(content))) return prose(length)
  const [before, after] = ['{"next_node":"final_response","args":{"answer":"', '"}}']
  return before + prose(Math.max(1, length - before.length - after.length)) + after
}

const prose = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)

import { bodySteps, doneFrame } from '../wire/wire-steps.ts'
import { defineFaults, type FaultContext, type FaultMode } from './fault-mode.ts'

const failure = JSON.stringify({ error: { message: 'The server had an error while generating.', type: 'server_error', param: null, code: 'internal_error' } })

/** Splits the events of a stream after the number of deltas specified by the options. The event of the role is not counted. */
function split(frames: readonly string[], { options }: FaultContext): [string[], string[]] {
  const at = options.at === undefined ? Math.floor(frames.length / 2) : options.at + 1
  return [frames.slice(0, at), frames.slice(at)]
}

const each = (change: (frame: string, index: number) => string): FaultMode => ({ frames: (frames) => frames.map(change) })
const breakWith = (frame: string): FaultMode => ({
  frames: (frames, context) => [...split(frames, context)[0], frame],
  body: () => bodySteps(failure),
})

/** Faults in the text of the event stream. The completion in it is unchanged unless it is cut off. */
export const frameFaults = defineFaults({
  malformed: {
    frames: (frames, context) => {
      const [before, after] = split(frames, context)
      return [...before, 'data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"content":"sec\n\n', ...after]
    },
    body: (body) => bodySteps(body.slice(0, body.length / 2)),
  },
  'in-stream-error': breakWith(`data: ${failure}\n\n`),
  'error-event': breakWith(`event: error\ndata: ${failure}\n\n`),
  dup: each((frame) => (frame === doneFrame ? frame : frame + frame)),
  crlf: each((frame) => frame.replaceAll('\n', '\r\n')),
  cr: each((frame) => frame.replaceAll('\n', '\r')),
  comments: each((frame, index) => `: keep-alive ${index}\n\n:\n${frame}`),
  bom: each((frame, index) => (index === 0 ? `\u{FEFF}${frame}` : frame)),
  'id-retry': each((frame, index) => `id: ${index}\nretry: 1000\n${frame}`),
  'no-space': each((frame) => frame.replace(/^data: /, 'data:')),
  'many-data-lines': each((frame) => {
    if (frame === doneFrame) return frame
    const lines = JSON.stringify(JSON.parse(frame.slice('data: '.length)), null, 1).split('\n')
    return `${lines.map((line) => `data: ${line}\n`).join('')}\n`
  }),
  'no-last-newline': { frames: (frames) => frames.map((frame, index) => (index === frames.length - 1 ? frame.trimEnd() : frame)) },
})
